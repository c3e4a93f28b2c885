//! `policy` and `client`.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::Resolver;
use super::names::What;
use super::settings::Written;
use crate::notation::problem::{Bytes, Complaint, quoted};
use crate::notation::syntax::Statement;
use crate::notation::words::POLICY_SETTINGS;
use crate::primitive::{Span, Time};
use crate::scenario::{Client, OnExpiry, Origin, Policy, limit};
use crate::setting::Settings;

impl<'t> Resolver<'_, 't> {
    pub(super) fn policy(&mut self, statement: &Statement<'t>) {
        let policy =
            self.formed(statement).map(|word| self.written(&statement.head, "a policy", &[word.settings]));
        self.policies.push(policy);
    }

    pub(super) fn client(&mut self, statement: &Statement<'t>) {
        let client = self.read_client(statement);
        self.clients.push(client);
    }

    fn read_client(&mut self, statement: &Statement<'t>) -> Option<Client> {
        let word = self.formed(statement)?;
        let (head, name) = (&statement.head, statement.head.word(1)?);
        let written = self.written(head, "a client", &[word.settings]);
        let start_place = written.place("at");
        let written = match head.setting("policy") {
            Some(pair) => written.over(&self.named_policy(&pair.value)?),
            None => written,
        };
        let settings = self.complete(written, "a client", head.bytes, &[word.settings]);
        let steps = self.steps(statement);
        let settings = settings?;
        let start = Time::ZERO + settings.span("at").unwrap_or(Span::ZERO);
        if let Some(place) = start_place {
            self.within_horizon(place, start, "this client starts");
        }
        let process = self.homes.get(self.clients.len()).copied().flatten()?;
        Some(Client { name: name.text.to_string(), process, start, policy: policy(&settings), steps: steps? })
    }

    fn named_policy(&mut self, word: &crate::notation::syntax::Word<'t>) -> Option<Written> {
        let entry = self.find(word, &[What::Policy])?;
        self.policies.get(usize::from(entry.index)).cloned().flatten()
    }

    fn steps(&mut self, statement: &Statement<'t>) -> Option<Vec<crate::scenario::Step>> {
        let name = statement.head.word(1)?.text;
        if statement.steps.is_empty() {
            let end = statement.colon.map_or(statement.head.bytes.end, |colon| colon.end);
            let found = format!("client {} has no steps", quoted(name));
            let would_do = format!("write them after a colon, like `client {name}: work 1s`");
            self.complain(Bytes::new(end, end), Complaint::new(found, would_do));
            return None;
        }
        if let Some(step) = statement.steps.get(limit::STEPS) {
            let found = format!(
                "a client has at most {} steps, and this one has {}",
                limit::STEPS,
                statement.steps.len()
            );
            self.complain(step.bytes, Complaint::new(found, "leave some away"));
            return None;
        }
        let steps: Vec<_> = statement.steps.iter().map(|step| self.step(step, name)).collect();
        steps.into_iter().collect()
    }

    /// Complains about what begins after the run has stopped.
    pub(super) fn within_horizon(&mut self, place: Bytes, begin: Time, what: &str) {
        let horizon = self.whole.horizon;
        if begin > Time::ZERO + horizon {
            let found = format!("{what} at {begin}, after the horizon of {horizon}");
            self.complain(place, Complaint::new(found, "begin earlier, or write a farther `horizon`"));
        }
    }
}

/// The policy that settings amount to.
fn policy(settings: &Settings) -> Policy {
    debug_assert!(POLICY_SETTINGS.iter().all(|setting| settings.get(setting.name).is_some()));
    Policy {
        renew: settings.span("renew"),
        deadline: if settings.word("deadline") == "received" { Origin::Received } else { Origin::Sent },
        on_expiry: if settings.word("on-expiry") == "stop" { OnExpiry::Stop } else { OnExpiry::Ignore },
        patience: settings.span("patience").unwrap_or(Span::ZERO),
        gap: settings.span("gap").unwrap_or(Span::ZERO),
    }
}
