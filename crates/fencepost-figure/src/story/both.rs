//! Where beliefs overlap: two clients or more that believe to hold one lock at one instant.

use alloc::vec::Vec;

use fencepost_core::event::ClientId;
use fencepost_core::primitive::Time;

use super::{ClientStory, Stretch};

/// One end of a belief: a client begins (or stops) to believe.
struct Edge {
    at: Time,
    event: Option<u32>,
    begins: bool,
    client: ClientId,
}

/// Every longest stretch in which two or more believe, lock by lock, with all who do at some instant of it.
pub(super) fn overlaps(clients: &[ClientStory], locks: usize) -> Vec<Stretch<Vec<ClientId>>> {
    let mut found = Vec::new();
    for edges in edges(clients, locks) {
        sweep(edges, &mut found);
    }
    found
}

/// The edges of each lock's beliefs in the order of time, ends before beginnings.
fn edges(clients: &[ClientStory], locks: usize) -> Vec<Vec<Edge>> {
    let mut edges: Vec<Vec<Edge>> = Vec::new();
    edges.resize_with(locks, Vec::new);
    for (index, story) in clients.iter().enumerate() {
        let client = ClientId(index as u16);
        for belief in &story.beliefs {
            let Some(list) = edges.get_mut(belief.what.lock.index()) else { continue };
            // Validity ends and doubt begins, or doubt ends by a renewal: one belief all the same.
            let begun = Some(belief.events.0);
            if list.pop_if(|edge| !edge.begins && edge.client == client && edge.event == begun).is_none() {
                list.push(Edge { at: belief.from, event: begun, begins: true, client });
            }
            list.push(Edge { at: belief.to, event: belief.events.1, begins: false, client });
        }
    }
    for list in &mut edges {
        // The order of events decides at one instant; what never ends comes last.
        list.sort_by_key(|edge| (edge.at, edge.event.unwrap_or(u32::MAX), edge.begins));
    }
    edges
}

fn sweep(edges: Vec<Edge>, found: &mut Vec<Stretch<Vec<ClientId>>>) {
    let mut believers: Vec<ClientId> = Vec::new();
    let mut overlap: Option<Stretch<Vec<ClientId>>> = None;
    for edge in edges {
        if edge.begins {
            believers.push(edge.client);
        } else if let Some(place) = believers.iter().position(|it| *it == edge.client) {
            believers.remove(place);
        }
        match &mut overlap {
            Some(both) if believers.len() < 2 => {
                (both.to, both.events.1) = (edge.at, edge.event);
                found.extend(overlap.take().filter(|it| it.to > it.from));
            }
            Some(both) if !both.what.contains(&edge.client) => both.what.push(edge.client),
            Some(_) => {}
            None if believers.len() >= 2 => {
                let events = (edge.event.unwrap_or(0), None);
                overlap = Some(Stretch { from: edge.at, to: edge.at, events, what: believers.clone() });
            }
            None => {}
        }
    }
}
