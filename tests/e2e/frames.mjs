// How long scripts run in each frame of a page, from the browser's own trace of its main thread.

// What counts as script: the page's code, with everything that it calls before it returns.
const SCRIPT = new Set([
  "EvaluateScript",
  "EventDispatch",
  "FireAnimationFrame",
  "FunctionCall",
  "RunMicrotasks",
  "TimerFire",
  "v8.callFunction",
]);
const FRAME = "BeginMainThreadFrame";
const CATEGORIES = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "disabled-by-default-devtools.timeline.frame",
  "v8",
];

/** Does `work` on the page and gives the milliseconds of script in each frame meanwhile. */
export async function scriptTimes(page, work) {
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const complete = new Promise((done) => session.once("Tracing.tracingComplete", done));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: CATEGORIES },
  });
  await work();
  await session.send("Tracing.end");
  await complete;
  await session.detach();
  return perFrame(events);
}

/**
 * Sums the script time between one frame's beginning and the next one's; the ends are left out. Counts the
 * thread's own time where the browser tells it: what else the machine does is not the page's.
 */
export function perFrame(events) {
  const thread = pageThread(events);
  const own = events.filter((event) => `${event.pid}:${event.tid}` === thread);
  const begins = own.filter((event) => event.name === FRAME).map((event) => event.ts).sort((a, b) => a - b);
  const script = outermost(own.filter((event) => event.ph === "X" && SCRIPT.has(event.name)));
  return begins.slice(0, -1).map((begin, index) => {
    const within = script.filter((event) => event.ts >= begin && event.ts < begins[index + 1]);
    return within.reduce((sum, event) => sum + (event.tdur ?? event.dur), 0) / 1000;
  });
}

/** The thread with most frames: the page's main thread. */
function pageThread(events) {
  const frames = new Map();
  for (const event of events.filter((event) => event.name === FRAME)) {
    const thread = `${event.pid}:${event.tid}`;
    frames.set(thread, (frames.get(thread) ?? 0) + 1);
  }
  return [...frames].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** Without the events that run inside others. */
function outermost(events) {
  let end = -Infinity;
  return events
    .sort((a, b) => a.ts - b.ts || b.dur - a.dur)
    .filter((event) => {
      const outside = event.ts >= end;
      end = outside ? event.ts + event.dur : end;
      return outside;
    });
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
