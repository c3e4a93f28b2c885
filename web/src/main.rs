//! Mounts the page on the document's body.

fn main() {
    yew::Renderer::<fencepost_web::App>::new().render();
}
