// The frames' script times are added up from the browser's trace as they should be.

import assert from "node:assert/strict";
import { test } from "node:test";

import { median, perFrame } from "./frames.mjs";

const begin = (ts) => ({ pid: 1, tid: 1, ph: "I", name: "BeginMainThreadFrame", ts });
const run = (name, ts, dur, tid = 1) => ({ pid: 1, tid, ph: "X", name, ts, dur });

test("script counts once, in the frame where it starts", () => {
  const times = perFrame([
    begin(0),
    run("FireAnimationFrame", 100, 4000),
    // Inside the one above: already counted.
    run("FunctionCall", 200, 3000),
    run("RunMicrotasks", 5000, 1000),
    // Not script, and not the page's thread.
    run("Layout", 7000, 5000),
    run("FunctionCall", 8000, 5000, 2),
    begin(16000),
    run("EventDispatch", 17000, 2000),
    begin(32000),
    // After the last beginning: the frame is not whole.
    run("FunctionCall", 33000, 9000),
  ]);
  assert.deepEqual(times, [5, 2]);
});

test("the median is the number in the middle", () => {
  assert.equal(median([9, 1, 5]), 5);
});
