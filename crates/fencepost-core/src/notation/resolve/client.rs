//! `client`.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::Resolver;
use super::settings::Takes;
use crate::notation::problem::Bytes;
use crate::notation::syntax::Statement;
use crate::notation::words::Word;
use crate::primitive::Time;
use crate::scenario::{Client, OnExpiry, OnRenewError, Origin, Policy, Step, limit};
use crate::setting::Settings;

impl<'t> Resolver<'_, 't> {
    /// The client that runs in this process.
    pub(super) fn client(
        &mut self,
        statement: &Statement<'t>,
        word: &'static Word,
        place: usize,
    ) -> Option<()> {
        let head = &statement.head;
        let (name, takes, mut outer) = (head.word(1)?.text, Takes::plain(word), usize::MAX);
        let written = self.written(head, &takes);
        if let Some(pair) = head.setting("policy") {
            outer = self.find(&pair.value, &["policy"])?.place();
            self.policy(outer)?;
        }
        let is_set = self.complete(&written, outer, head.bytes.after(), &takes);
        let (start, policy) = (Time::ZERO + self.found.length("at"), policy(&self.found));
        let steps = self.steps(statement, name);
        is_set?;
        if let Some(pair) = head.setting("at") {
            self.within_horizon(pair.value.bytes, start, "this client starts");
        }
        let process = self.homes[place]?;
        self.scenario.clients.push(Client { name: name.to_string(), process, start, policy, steps });
        None
    }

    /// The steps that have no problem.
    fn steps(&mut self, statement: &Statement<'t>, client: &str) -> Vec<Step> {
        let mut steps = Vec::new();
        if statement.steps.is_empty() {
            let end = statement.colon.unwrap_or(statement.head.bytes).after();
            let says = "client $ has no steps\nwrite them after a colon, like `client @: work 1s`";
            self.complain(end, says, &[client; 2]);
        } else if let Some(step) = statement.steps.get(limit::STEPS) {
            let says = "a client has at most # steps, and this one has #\nleave some away";
            let counts = [limit::STEPS as u64, statement.steps.len() as u64];
            self.problems.add_counted(step.bytes, says, &[], &counts);
        } else {
            for step in &statement.steps {
                if let Some(step) = self.step(step, client) {
                    steps.push(step);
                }
            }
        }
        steps
    }

    /// Complains about what begins after the run has stopped.
    pub(super) fn within_horizon(&mut self, place: Bytes, begin: Time, what: &str) {
        let horizon = self.scenario.horizon;
        if begin > Time::ZERO + horizon {
            let says = "@ at @, after the horizon of ~\nbegin earlier, or write a farther `horizon`";
            self.problems.add_counted(place, says, &[what, &begin.to_string()], &[horizon.as_micros()]);
        }
    }
}

/// The policy that settings amount to.
fn policy(settings: &Settings) -> Policy {
    Policy {
        renew: settings.has("renew").then(|| settings.span("renew")),
        renew_patience: settings.span("renew-patience"),
        on_renew_error: match settings.word("renew-error") {
            "stop" => OnRenewError::Stop,
            "ignore" => OnRenewError::Ignore,
            _ => OnRenewError::Retry,
        },
        renew_max: settings.number("renew-max"),
        deadline: match settings.word("deadline") {
            "received" => Some(Origin::Received),
            "sent" => Some(Origin::Sent),
            _ => None,
        },
        on_expiry: match settings.word("on-expiry") {
            "stop" => Some(OnExpiry::Stop),
            "ignore" => Some(OnExpiry::Ignore),
            _ => None,
        },
        patience: settings.length("patience"),
        cleans_up: settings.word("on-unknown") == "release",
        gap: settings.length("gap"),
    }
}
