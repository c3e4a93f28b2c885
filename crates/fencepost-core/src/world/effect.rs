//! What faults do to the world.

use super::client::{LockView, Phase, Wire};
use super::log::Log;
use super::service::Running;
use super::{Process, World};
use crate::event::{
    AcquireEnd, BeliefEnd, Change, ClientId, ClockChange, Finish, Kind, Node, ProcessId, Scope, ServiceId,
    StoreId,
};
use crate::fault::{Effect, LinkChange};
use crate::service::{Connection, Incident, Server, Thread};
use crate::setting::Ratio;

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
            Effect::Stop(id, true) => self.stop_service(id, log),
            Effect::Stop(id, false) => self.resume_service(id, log),
            Effect::ServiceCrash(id, power) => self.crash_service(id, power, log),
            Effect::ServiceRestart(id) => {
                if core::mem::take(&mut self.running[id.index()].dead) {
                    self.befall(id, Incident::Restart, Some(Change::Restarted), log);
                }
            }
            Effect::Incident(id, incident, change) => self.befall(id, incident, Some(change), log),
            Effect::Break(process, node, told) => self.break_connections(process, node, told, log),
        }
    }

    /// Pauses of a service add up, too.
    fn stop_service(&mut self, id: ServiceId, log: &mut Log<'_>) {
        let Running { stopped, dead } = &mut self.running[id.index()];
        *stopped = stopped.saturating_add(1);
        if *stopped == 1 && !*dead {
            self.emit(log, Node::Service(id), Kind::ServiceChanged { change: Change::Paused });
        }
    }

    fn resume_service(&mut self, id: ServiceId, log: &mut Log<'_>) {
        let Running { stopped, dead } = &mut self.running[id.index()];
        if *stopped == 0 {
            return;
        }
        *stopped -= 1;
        if *stopped == 0 && !*dead {
            self.emit(log, Node::Service(id), Kind::ServiceChanged { change: Change::Resumed });
        }
    }

    /// A service dies with its connections. Of the clients, only those learn of it that a living machine can
    /// tell.
    fn crash_service(&mut self, id: ServiceId, power: bool, log: &mut Log<'_>) {
        if core::mem::replace(&mut self.running[id.index()], Running { stopped: 0, dead: true }).dead {
            return;
        }
        self.desk.retain(|flight| flight.message.to != Node::Service(id));
        self.befall(id, Incident::Crash { power }, Some(Change::Crashed), log);
        let cause = log.cause();
        for process in (0..self.processes.len() as u16).map(ProcessId) {
            if !power {
                log.because(cause);
                self.lose_connections(process, Node::Service(id), log);
            }
        }
    }

    /// The connections of a process to a node break.
    fn break_connections(&mut self, process: ProcessId, node: Node, told: bool, log: &mut Log<'_>) {
        if let Node::Service(id) = node {
            for client in self.client_ids() {
                for thread in [Thread::Worker, Thread::Renewer] {
                    let Wire { number, open } = *self.wire(client, node, thread);
                    if !open || !self.lives_in(client, process) {
                        continue;
                    }
                    if told {
                        let now = self.clocks(node);
                        let mut doings = core::mem::take(&mut self.doings);
                        let connection = Connection { client, thread, number };
                        self.servers[id.index()].closed(connection, now, &mut doings);
                        self.carry_out(id, doings, log);
                    }
                }
            }
            if !told {
                self.silence(process, id, true, log);
            }
        }
        self.lose_connections(process, node, log);
    }

    /// The clients of a process learn that their connections to a node are broken.
    fn lose_connections(&mut self, process: ProcessId, node: Node, log: &mut Log<'_>) {
        for client in self.client_ids() {
            if self.lives_in(client, process) {
                for thread in [Thread::Worker, Thread::Renewer] {
                    self.connection_breaks(client, thread, node, log);
                }
            }
        }
    }

    fn change_link(&mut self, from: Node, to: Node, change: LinkChange, log: &mut Log<'_>) {
        let index = self.link_index(from, to);
        let link = &mut self.links[index];
        link.change(change);
        let kind = match change {
            LinkChange::Cut if link.cuts > 1 => return,
            LinkChange::Heal if link.cuts > 0 => return,
            LinkChange::Cut => Kind::LinkCut { from, to },
            LinkChange::Heal => Kind::LinkHealed { from, to },
            LinkChange::Slow(_) | LinkChange::Unslow(_) => Kind::LinkSlowed { from, to, by: link.slowed },
            LinkChange::Lossy(rate) => Kind::LinkLossy { from, to, lossy: rate != Ratio::NEVER },
            LinkChange::Double(_) | LinkChange::Undouble(_) => {
                Kind::LinkDoubled { from, to, doubled: link.doubled.lasts() }
            }
            LinkChange::Unorder(_) | LinkChange::Order(_) => {
                Kind::LinkUnordered { from, to, unordered: link.unordered.lasts() }
            }
        };
        let cut = matches!(kind, Kind::LinkCut { .. });
        let cause = self.emit(log, from, kind);
        if let (Node::Process(process), Node::Service(id)) = (from, to)
            && matches!(change, LinkChange::Cut | LinkChange::Heal)
        {
            log.because(Some(cause));
            self.silence(process, id, cut, log);
        }
    }

    /// Pauses add up: something runs again when the last of them is over.
    fn pause(&mut self, process: ProcessId, scope: Scope, log: &mut Log<'_>) {
        let ran = self.runs(process, Thread::Worker);
        let state = &mut self.processes[process.index()];
        let stopped = &mut state.stopped[scope as usize];
        *stopped = stopped.saturating_add(1);
        if *stopped > 1 || state.dead {
            return;
        }
        self.emit(log, Node::Process(process), Kind::Paused { process, scope });
        if ran && scope != Scope::Renewer {
            let now = self.now;
            for id in self.client_ids() {
                if self.lives_in(id, process) {
                    self.client_mut(id).suspend(now);
                }
            }
        }
    }

    fn resume(&mut self, process: ProcessId, scope: Scope, log: &mut Log<'_>) {
        let state = &mut self.processes[process.index()];
        let stopped = &mut state.stopped[scope as usize];
        if *stopped == 0 {
            return;
        }
        *stopped -= 1;
        if *stopped > 0 || state.dead {
            return;
        }
        let event = self.emit(log, Node::Process(process), Kind::Resumed { process, scope });
        if scope != Scope::Renewer && self.runs(process, Thread::Worker) {
            let now = self.now;
            for id in self.client_ids() {
                if self.lives_in(id, process) {
                    let client = self.client_mut(id);
                    client.resume(now);
                    client.last = Some(event);
                }
            }
        }
    }

    fn crash(&mut self, process: ProcessId, host: bool, log: &mut Log<'_>) {
        if self.processes[process.index()].dead {
            return;
        }
        let event = self.emit(log, Node::Process(process), Kind::Crashed { process, host });
        for client in self.client_ids() {
            if !self.lives_in(client, process) {
                continue;
            }
            log.because(Some(event));
            self.close_all(client, !host, log);
            if !matches!(self.client(client).phase, Phase::Idle { .. } | Phase::Finished) {
                self.finish(client, Finish::Crashed, AcquireEnd::Crashed, BeliefEnd::Crashed, log);
            }
        }
        self.processes[process.index()] = Process { dead: true, ..Process::default() };
    }

    fn close_all(&mut self, client: ClientId, tell: bool, log: &mut Log<'_>) {
        let process = self.program(client).process;
        for service in (0..self.servers.len() as u16).map(ServiceId) {
            let tell = tell || self.scenario.services[service.index()].kind.is_local;
            if !tell {
                self.silence(process, service, true, log);
            }
            self.close(client, Thread::Worker, Node::Service(service), tell, log);
            self.close(client, Thread::Renewer, Node::Service(service), tell, log);
        }
        for store in (0..self.stores.len() as u16).map(StoreId) {
            self.close(client, Thread::Worker, Node::Store(store), tell, log);
        }
    }

    fn restart(&mut self, process: ProcessId, log: &mut Log<'_>) {
        if !core::mem::take(&mut self.processes[process.index()].dead) {
            return;
        }
        let event = self.emit(log, Node::Process(process), Kind::Restarted { process });
        for id in self.client_ids() {
            if !self.lives_in(id, process) {
                continue;
            }
            let start = self.program(id).start.max(self.now);
            self.client_mut(id).reset(start, event);
            for lock in self.lock_ids() {
                *self.view(id, lock) = LockView::default();
            }
            self.numbers(id).fill(0);
            self.clear_inbox(id, Thread::Worker);
            self.clear_inbox(id, Thread::Renewer);
        }
    }

    fn change_clock(&mut self, node: Node, change: ClockChange, log: &mut Log<'_>) {
        let now = self.now;
        self.clock(node).change(change, now);
        let event = self.emit(log, node, Kind::ClockChanged { change });
        log.because(Some(event));
        for lock in self.lock_ids() {
            if let Node::Service(id) = node
                && self.keeps(id, lock)
            {
                self.compare_record(lock, log);
            }
        }
    }

    fn lives_in(&self, client: ClientId, process: ProcessId) -> bool {
        self.program(client).process == process
    }
}
