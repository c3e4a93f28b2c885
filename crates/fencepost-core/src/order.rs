//! Sorting short or nearly sorted lists, in little code: the standard library's sorts are faster on long
//! ones, and weigh a hundred times as much in Wasm for every type that they sort.

/// Sorts by a key, stably: a list that is in order costs one comparison an element, one in reverse order
/// half the square of its length.
///
/// ```
/// let mut list = [(3, 'a'), (1, 'b'), (3, 'c'), (2, 'd')];
/// fencepost_core::order::by_key(&mut list, |pair| pair.0);
/// assert_eq!(list, [(1, 'b'), (2, 'd'), (3, 'a'), (3, 'c')]);
/// ```
pub fn by_key<T, K: PartialOrd>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let mut place = end;
        while place > 0 && key(&list[place]) < key(&list[place - 1]) {
            list.swap(place, place - 1);
            place -= 1;
        }
    }
}
