//! The Fencepost page: for now, its name and nothing more.

use yew::prelude::*;

/// The whole page.
#[component]
pub fn App() -> Html {
    html! {
        <main>
            <h1>{ "Fencepost" }</h1>
        </main>
    }
}
