//! What faults do to the world.

use super::World;
use super::log::Log;
use crate::event::{
    AcquireEnd, BeliefEnd, ClientId, ClockChange, Finish, Kind, LockId, Node, ProcessId, Scope,
};
use crate::fault::Effect;
use crate::primitive::Span;
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
            Effect::Cut(from, to) => self.cut(from, to, log),
            Effect::Heal(from, to) => self.heal(from, to, log),
            Effect::Slow(from, to, by) => {
                let index = self.link_index(from, to);
                self.links[index].slowed = self.links[index].slowed + by;
                self.tell_slowed(from, to, log);
            }
            Effect::Unslow(from, to, by) => {
                let index = self.link_index(from, to);
                self.links[index].slowed = self.links[index].slowed.saturating_sub(by);
                self.tell_slowed(from, to, log);
            }
            Effect::Lossy(from, to, rate) => {
                let index = self.link_index(from, to);
                self.links[index].lossy = rate;
                self.emit(log, from, Kind::LinkLossy { from, to, lossy: rate != Ratio::NEVER });
            }
            Effect::Clock(node, change) => self.change_clock(node, change, log),
        }
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

    fn cut(&mut self, from: Node, to: Node, log: &mut Log<'_>) {
        let index = self.link_index(from, to);
        self.links[index].cuts += 1;
        if self.links[index].cuts == 1 {
            self.emit(log, from, Kind::LinkCut { from, to });
        }
    }

    fn heal(&mut self, from: Node, to: Node, log: &mut Log<'_>) {
        let index = self.link_index(from, to);
        self.links[index].cuts = self.links[index].cuts.saturating_sub(1);
        if self.links[index].cuts == 0 {
            self.emit(log, from, Kind::LinkHealed { from, to });
        }
    }

    fn tell_slowed(&mut self, from: Node, to: Node, log: &mut Log<'_>) {
        let by: Span = self.links[self.link_index(from, to)].slowed;
        self.emit(log, from, Kind::LinkSlowed { from, to, by });
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
