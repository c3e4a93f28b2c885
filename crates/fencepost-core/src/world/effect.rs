//! What faults do to the world.

use super::World;
use super::log::Log;
use crate::event::{
    AcquireEnd, BeliefEnd, ClientId, ClockChange, Finish, Kind, LockId, Node, ProcessId, Scope,
};
use crate::fault::{Effect, LinkChange};
use crate::service::Thread;
use crate::setting::Ratio;

use super::client::Phase;

impl World<'_> {
    pub(super) fn effect(&mut self, log: &mut Log<'_>) {
        let Some((_, effect)) = self.effects.get(self.next_effect).copied() else { return };
        self.next_effect += 1;
        match effect {
            Effect::Pause(process, scope) => self.pause(process, scope, log),
            Effect::Resume(process, scope) => self.resume(process, scope, log),
            Effect::Crash(process, host) => self.crash(process, host, log),
            Effect::Restart(process) => self.restart(process, log),
            Effect::Link(from, to, change) => self.change_link(from, to, change, log),
            Effect::Clock(node, change) => self.change_clock(node, change, log),
        }
    }

    /// Cuts and delays add up: messages arrive as ever when the last of them is over.
    fn change_link(&mut self, from: Node, to: Node, change: LinkChange, log: &mut Log<'_>) {
        let index = self.link_index(from, to);
        let link = &mut self.links[index];
        let kind = match change {
            LinkChange::Cut => {
                link.cuts += 1;
                if link.cuts > 1 {
                    return;
                }
                Kind::LinkCut { from, to }
            }
            LinkChange::Heal => {
                link.cuts = link.cuts.saturating_sub(1);
                if link.cuts > 0 {
                    return;
                }
                Kind::LinkHealed { from, to }
            }
            LinkChange::Slow(by) => {
                link.slowed = link.slowed + by;
                Kind::LinkSlowed { from, to, by: link.slowed }
            }
            LinkChange::Unslow(by) => {
                link.slowed = link.slowed.saturating_sub(by);
                Kind::LinkSlowed { from, to, by: link.slowed }
            }
            LinkChange::Lossy(rate) => {
                link.lossy = rate;
                Kind::LinkLossy { from, to, lossy: rate != Ratio::NEVER }
            }
        };
        self.emit(log, from, kind);
    }

    /// Pauses add up: something runs again when the last of them is over.
    fn pause(&mut self, process: ProcessId, scope: Scope, log: &mut Log<'_>) {
        let ran = self.runs(process, Thread::Worker);
        let stopped = &mut self.processes[process.index()].stopped[scope as usize];
        *stopped = stopped.saturating_add(1);
        if *stopped > 1 || self.processes[process.index()].dead {
            return;
        }
        self.emit(log, Node::Process(process), Kind::Paused { process, scope });
        if ran && !self.runs(process, Thread::Worker) {
            for client in self.clients_in(process) {
                self.clients[client.index()].suspend(self.now);
            }
        }
    }

    fn resume(&mut self, process: ProcessId, scope: Scope, log: &mut Log<'_>) {
        let ran = self.runs(process, Thread::Worker);
        let stopped = &mut self.processes[process.index()].stopped[scope as usize];
        if *stopped == 0 {
            return;
        }
        *stopped -= 1;
        if *stopped > 0 || self.processes[process.index()].dead {
            return;
        }
        let event = self.emit(log, Node::Process(process), Kind::Resumed { process, scope });
        if !ran && self.runs(process, Thread::Worker) {
            for client in self.clients_in(process) {
                let client = &mut self.clients[client.index()];
                client.resume(self.now);
                client.last = Some(event);
            }
        }
    }

    fn crash(&mut self, process: ProcessId, host: bool, log: &mut Log<'_>) {
        if self.processes[process.index()].dead {
            return;
        }
        let event = self.emit(log, Node::Process(process), Kind::Crashed { process, host });
        for client in self.clients_in(process) {
            log.because(Some(event));
            self.kill(client, log);
            self.close_all(client, !host, log);
        }
        let process = &mut self.processes[process.index()];
        process.dead = true;
        process.stopped = [0; 3];
    }

    /// Ends a client's program because its process dies.
    fn kill(&mut self, client: ClientId, log: &mut Log<'_>) {
        let phase = self.clients[client.index()].phase;
        if !matches!(phase, Phase::Idle { .. } | Phase::Finished) {
            self.finish(client, Finish::Crashed, AcquireEnd::Crashed, BeliefEnd::Crashed, log);
        }
    }

    fn close_all(&mut self, client: ClientId, tell: bool, log: &mut Log<'_>) {
        for service in 0..self.services.len() as u16 {
            for thread in [Thread::Worker, Thread::Renewer] {
                self.close(client, thread, Node::Service(crate::event::ServiceId(service)), tell, log);
            }
        }
        for store in 0..self.stores.len() as u16 {
            self.close(client, Thread::Worker, Node::Store(crate::event::StoreId(store)), tell, log);
        }
    }

    fn restart(&mut self, process: ProcessId, log: &mut Log<'_>) {
        if !self.processes[process.index()].dead {
            return;
        }
        self.processes[process.index()].dead = false;
        let event = self.emit(log, Node::Process(process), Kind::Restarted { process });
        for id in self.clients_in(process) {
            let start = self.scenario.clients[id.index()].start.max(self.now);
            let client = &mut self.clients[id.index()];
            client.reset(start);
            client.last = Some(event);
        }
    }

    fn change_clock(&mut self, node: Node, change: ClockChange, log: &mut Log<'_>) {
        let now = self.now;
        match node {
            Node::Process(id) => self.processes[id.index()].clock.change(change, now),
            Node::Service(id) => self.services[id.index()].clock.change(change, now),
            Node::Store(id) => self.stores[id.index()].clock.change(change, now),
        }
        let event = self.emit(log, node, Kind::ClockChanged { change });
        log.because(Some(event));
        for lock in (0..self.locks.len() as u16).map(LockId) {
            if self.keeper(lock) == node {
                self.compare_record(lock, None, None, log);
            }
        }
    }

    fn clients_in(&self, process: ProcessId) -> impl Iterator<Item = ClientId> + use<> {
        let clients: alloc::vec::Vec<ClientId> =
            self.client_ids().filter(|id| self.scenario.clients[id.index()].process == process).collect();
        clients.into_iter()
    }
}
