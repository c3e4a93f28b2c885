//! One value for each lock, store or client, found by its place in the scenario.

use alloc::vec::Vec;

use crate::fingerprint::Fingerprint;

/// One value for each place, made when first asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots<T>(Vec<T>);

impl<T: Default> Slots<T> {
    /// The value at this place.
    #[inline(never)]
    pub(super) fn at(&mut self, place: usize) -> &mut T {
        if self.0.len() <= place {
            self.0.resize_with(place + 1, T::default);
        }
        &mut self.0[place]
    }

    /// The value at this place, if it was ever asked for.
    pub(super) fn get(&self, place: usize) -> Option<&T> {
        self.0.get(place)
    }

    /// Every value with its place. Places are ids, which have 16 bits.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u16, &T)> {
        self.0.iter().enumerate().map(|(place, value)| (place as u16, value))
    }

    /// Takes the values for which `take` has something to say into a fingerprint, each after its place.
    /// Places that were never asked for and places that are empty again come out alike.
    pub(super) fn fingerprint(
        &self,
        out: &mut dyn Fingerprint,
        empty: impl Fn(&T) -> bool,
        take: impl Fn(&T, &mut dyn Fingerprint),
    ) {
        for (place, value) in self.iter().filter(|(_, value)| !empty(value)) {
            out.word(u64::from(place));
            take(value, out);
        }
        out.word(u64::MAX);
    }
}
