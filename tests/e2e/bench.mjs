// `node bench.mjs FILE`: how long scripts run in a frame while the built page plays the scenario of FILE,
// and while a reader drags the time slider through it. Prints lines `what | measured | goal`.

import { readFile } from "node:fs/promises";

import { stop, withPage } from "./browser.mjs";
import { median, scriptTimes } from "./frames.mjs";

const FRAMES = 150;

const text = await readFile(process.argv[2], "utf8");
try {
  await withPage({ viewport: { width: 1280, height: 900 } }, measure);
} finally {
  await stop();
}

async function measure(page) {
  await page.getByRole("textbox", { name: "The scenario" }).fill(text);
  const slider = page.getByRole("slider", { name: "Moment of the story" });
  await page.getByRole("button", { name: "To the start" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const pause = page.getByRole("button", { name: "Pause", exact: true });
  report("playing", await scriptTimes(page, () => waitFrames(pause)));
  report("scrubbing", await scriptTimes(page, () => scrub(slider)));
}

/** Until enough frames have been shown, or the story is over. */
function waitFrames(pause) {
  return pause.evaluate(async (button, frames) => {
    for (let frame = 0; frame < frames && button.getAttribute("aria-label") === "Pause"; frame += 1) {
      await new Promise(requestAnimationFrame);
    }
  }, FRAMES);
}

/** From the start to the end, one step a frame, as quick a hand as a browser can show. */
function scrub(slider) {
  return slider.evaluate(async (input, frames) => {
    const [min, max] = [Number(input.min), Number(input.max)];
    for (let frame = 0; frame <= frames; frame += 1) {
      input.value = String(Math.round(min + ((max - min) * frame) / frames));
      input.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise(requestAnimationFrame);
    }
  }, FRAMES);
}

function report(what, times) {
  const shown = (time) => `${time.toFixed(1)} ms`;
  console.log(`page: script in a frame, ${what}, median of ${times.length} | ${shown(median(times))} | under 8 ms`);
}
