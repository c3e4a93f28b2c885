//! `policy` and `client`.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::Resolver;
use super::names::What;
use crate::notation::problem::Bytes;
use crate::notation::syntax::Statement;
use crate::primitive::{Span, Time};
use crate::scenario::{Client, OnExpiry, Origin, Policy, Step, limit};
use crate::setting::Settings;

impl<'t> Resolver<'_, 't> {
    pub(super) fn policy(&mut self, statement: &Statement<'t>) -> Option<()> {
        let policy = self.formed(statement).map(|word| self.written(&statement.head, word, "", &[]));
        self.policies.push(policy);
        None
    }

    pub(super) fn client(&mut self, statement: &Statement<'t>) -> Option<()> {
        let process = self.homes.get(self.clients).copied().flatten();
        self.clients += 1;
        let word = self.formed(statement)?;
        let (head, name) = (&statement.head, statement.head.word(1)?.text);
        let mut written = self.written(head, word, "", &[]);
        if let Some(pair) = head.setting("policy") {
            let entry = self.find(&pair.value, &[What::Policy])?;
            written = written.over(self.policies.get(entry.place())?.as_ref()?, word.settings);
        }
        let settings = self.complete(written, head.bytes.after(), word, "", &[]);
        let steps = self.steps(statement, name);
        let settings = settings?;
        let start = Time::ZERO + settings.span("at").unwrap_or(Span::ZERO);
        if let Some(pair) = head.setting("at") {
            self.within_horizon(pair.value.bytes, start, "this client starts");
        }
        let (name, policy) = (name.to_string(), policy(&settings));
        self.scenario.clients.push(Client { name, process: process?, start, policy, steps });
        Some(())
    }

    /// The steps that have no problem.
    fn steps(&mut self, statement: &Statement<'t>, client: &str) -> Vec<Step> {
        let mut steps = Vec::new();
        if statement.steps.is_empty() {
            let end = statement.colon.unwrap_or(statement.head.bytes).end;
            let says = "client $ has no steps\nwrite them after a colon, like `client @: work 1s`";
            self.complain(Bytes::new(end, end), says, &[client, client]);
        } else if let Some(step) = statement.steps.get(limit::STEPS) {
            let says = "a client has at most @ steps, and this one has @\nleave some away";
            let (most, count) = (limit::STEPS.to_string(), statement.steps.len().to_string());
            self.complain(step.bytes, says, &[&most, &count]);
        } else {
            for step in &statement.steps {
                steps.extend(self.step(step, client));
            }
        }
        steps
    }

    /// Complains about what begins after the run has stopped.
    pub(super) fn within_horizon(&mut self, place: Bytes, begin: Time, what: &str) {
        let horizon = self.scenario.horizon;
        if begin > Time::ZERO + horizon {
            let says = "@ at @, after the horizon of @\nbegin earlier, or write a farther `horizon`";
            self.complain(place, says, &[what, &begin.to_string(), &horizon.to_string()]);
        }
    }
}

/// The policy that settings amount to.
fn policy(settings: &Settings) -> Policy {
    Policy {
        renew: settings.span("renew"),
        deadline: if settings.word("deadline") == "received" { Origin::Received } else { Origin::Sent },
        on_expiry: if settings.word("on-expiry") == "stop" { OnExpiry::Stop } else { OnExpiry::Ignore },
        patience: settings.span("patience").unwrap_or(Span::ZERO),
        gap: settings.span("gap").unwrap_or(Span::ZERO),
    }
}
