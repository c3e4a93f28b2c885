//! The page's allocator: a list of free blocks for each power of two. Little code, and constant time. Leaves
//! out threads, giving memory back to the browser, and alignments beyond 16 bytes, which nothing here asks for.

use core::alloc::{GlobalAlloc, Layout};
use core::arch::wasm32::memory_grow;
use core::cell::UnsafeCell;
use core::ptr::null_mut;

/// The smallest block, and what all blocks are aligned to.
const LEAST: usize = 16;

/// The size of a page of memory, in bytes.
const PAGE: usize = 65_536;

/// How many pages the memory grows by at least: each growth costs the browser's side its views of the memory.
const LEAST_PAGES: usize = 16;

/// The allocator.
pub(crate) struct Heap(UnsafeCell<Blocks>);

struct Blocks {
    /// By the power of two that their size is: the first free block. Each begins with the address of the next.
    free: [*mut u8; usize::BITS as usize],
    /// What was never given out: from here …
    next: usize,
    /// … to here.
    end: usize,
}

// SAFETY: a page's WebAssembly runs on one thread.
unsafe impl Sync for Heap {}

impl Heap {
    /// An allocator that has no memory yet.
    pub(crate) const fn new() -> Self {
        Self(UnsafeCell::new(Blocks { free: [null_mut(); usize::BITS as usize], next: 0, end: 0 }))
    }
}

/// The size of the block that so many bytes get.
fn block(size: usize) -> usize {
    size.max(LEAST).checked_next_power_of_two().unwrap_or(0)
}

impl Blocks {
    /// A block of this size that was never given out; null where there is no more memory.
    fn fresh(&mut self, size: usize) -> *mut u8 {
        if self.end - self.next < size {
            let pages = size.div_ceil(PAGE).max(LEAST_PAGES);
            let grown = memory_grow(0, pages);
            if grown == usize::MAX {
                return null_mut();
            }
            // What is left over is given up, unless the new pages follow it.
            if grown * PAGE != self.end {
                self.next = grown * PAGE;
            }
            self.end = (grown + pages) * PAGE;
        }
        let start = self.next;
        self.next += size;
        start as *mut u8
    }
}

// SAFETY: blocks are as long as asked for, aligned, and given out to one owner at a time: a block leaves its
// list when it is given out, and comes back to it when it is freed.
unsafe impl GlobalAlloc for Heap {
    #[inline(never)]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let size = block(layout.size());
        if size == 0 || layout.align() > LEAST {
            return null_mut();
        }
        // SAFETY: one thread, and no reference is kept across calls. A free block holds an address.
        unsafe {
            let blocks = &mut *self.0.get();
            let first = &mut blocks.free[size.trailing_zeros() as usize];
            if first.is_null() {
                return blocks.fresh(size);
            }
            let found = *first;
            *first = *found.cast::<*mut u8>();
            found
        }
    }

    #[inline(never)]
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the same, and the block is at least as long as an address.
        unsafe {
            let first = &mut (*self.0.get()).free[block(layout.size()).trailing_zeros() as usize];
            *at.cast::<*mut u8>() = *first;
            *first = at;
        }
    }

    #[inline(never)]
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if block(size) == block(layout.size()) {
            return at;
        }
        // SAFETY: the caller's promises are those of the calls here; both blocks hold what is copied.
        unsafe {
            let new = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
            if !new.is_null() {
                new.copy_from_nonoverlapping(at, size.min(layout.size()));
                self.dealloc(at, layout);
            }
            new
        }
    }
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test;

    use super::*;

    fn layout(size: usize) -> Layout {
        Layout::from_size_align(size, 8).expect("a layout")
    }

    #[wasm_bindgen_test]
    fn blocks_do_not_overlap_and_are_given_out_again() {
        let heap = Heap::new();
        // SAFETY: every block is used within its layout and freed once.
        unsafe {
            // 24 bytes get a block of 32: the next one begins there at the earliest.
            let (a, b) = (heap.alloc(layout(24)), heap.alloc(layout(24)));
            assert!(!a.is_null() && (a as usize).abs_diff(b as usize) >= 32);
            assert_eq!(a as usize % LEAST, 0);
            heap.dealloc(a, layout(24));
            assert_ne!(heap.alloc(layout(16)), a, "blocks of another size are other blocks");
            assert_eq!(heap.alloc(layout(32)), a);
        }
    }

    #[wasm_bindgen_test]
    fn what_grows_keeps_its_bytes() {
        let heap = Heap::new();
        // SAFETY: as above.
        unsafe {
            let small = heap.alloc(layout(20));
            small.write_bytes(7, 20);
            assert_eq!(heap.realloc(small, layout(20), 32), small, "the block has room");
            let large = heap.realloc(small, layout(32), 3 * PAGE);
            assert_eq!(core::slice::from_raw_parts(large, 20), [7; 20]);
            large.add(3 * PAGE - 1).write(1);
            assert_eq!(heap.alloc(layout(32)), small, "the old block is free");
        }
    }

    #[wasm_bindgen_test]
    fn other_alignments_are_refused() {
        let layout = Layout::from_size_align(1, 32).expect("a layout");
        // SAFETY: nothing is used.
        assert!(unsafe { Heap::new().alloc(layout) }.is_null());
    }
}
