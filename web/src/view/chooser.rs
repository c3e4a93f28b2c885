//! The scenarios to choose from, each with what to look for.

use yew::prelude::*;

use super::icon::{self, icon};
use crate::model::Action;
use crate::model::library::{ENTRIES, Entry};

#[derive(PartialEq, Properties)]
pub(super) struct Props {
    /// The name of the scenario that is open.
    pub(super) current: Option<&'static str>,
    pub(super) act: Callback<Action>,
}

/// A button that opens the list, and the list.
#[component]
pub(super) fn Chooser(props: &Props) -> Html {
    let open = use_state_eq(|| false);
    let onclick = open.setter();
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| onclick.set(!*open))
    };
    let button = use_node_ref();
    let onkeydown = {
        let (open, button) = (open.clone(), button.clone());
        Callback::from(move |event: KeyboardEvent| {
            if *open && event.key() == "Escape" {
                event.stop_propagation();
                open.set(false);
                if let Some(button) = button.cast::<web_sys::HtmlElement>() {
                    // The focus would be lost with the list; without it, the next tab starts at the top.
                    let _ = button.focus();
                }
            }
        })
    };
    html! {
        <nav class="chooser" aria-label="Scenarios" {onkeydown}>
            <button ref={button} type="button" class="plain" aria-expanded={open.to_string()} aria-controls="scenarios" onclick={toggle}>
                { "Scenarios" }{ icon(icon::OPEN) }
            </button>
            <ol id="scenarios" hidden={!*open}>{ for ENTRIES.iter().map(|entry| choice(entry, props, &open)) }</ol>
        </nav>
    }
}

fn choice(entry: &'static Entry, props: &Props, open: &UseStateHandle<bool>) -> Html {
    let (act, open) = (props.act.clone(), open.clone());
    let onclick = Callback::from(move |_| {
        open.set(false);
        act.emit(Action::Open(entry));
    });
    let current = (props.current == Some(entry.name)).then_some("true");
    html! {
        <li key={entry.name}><button type="button" {onclick} aria-current={current}>
            <b>{ entry.title() }</b><span>{ entry.look() }</span>
        </button></li>
    }
}
