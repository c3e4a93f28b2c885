// Starts the Chromium that is installed here, once for all tests, and opens watched pages in it.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after } from "node:test";

import { chromium } from "playwright-core";

import { serve } from "./server.mjs";

export { SUB_PATH } from "./server.mjs";

const PLACES = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

// For a machine that has two cores and other work, in milliseconds.
const PATIENCE = 60_000;

const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];

let shared;
let axeSource;

/** The one browser and the one server of this run; both end with the last test. */
function running() {
  shared ??= start();
  return shared;
}

async function start() {
  const executablePath = PLACES.find((place) => place && existsSync(place));
  assert(executablePath, "no Chromium found: set CHROMIUM to the path of one");
  const [browser, server] = await Promise.all([chromium.launch({ executablePath, args: FLAGS }), serve()]);
  return { browser, server };
}

/** Ends the browser and the server, if they were started. */
export async function stop() {
  const { browser, server } = (await shared) ?? {};
  await browser?.close();
  await server?.close();
}

after(stop);

/**
 * Opens the built page, gives it to `use`, and then requires that it asked for nothing from outside
 * its own folder, other hosts above all, and logged no error.
 *
 * Options: `at` (what follows the origin, such as `#…`; or `SUB_PATH`), `errors: true` where the test
 * expects errors, and those of Playwright's `newContext`: `viewport`, `colorScheme`, `reducedMotion`,
 * `forcedColors`, `hasTouch`, `permissions`.
 */
export async function withPage(options, use) {
  const { at = "/", errors = false, ...contextOptions } = options;
  const { browser, server } = await running();
  const context = await browser.newContext(contextOptions);
  try {
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    const address = new URL(at, server.origin);
    const seen = watch(page, new URL(".", address).href);
    await page.goto(address.href);
    await page.locator("h1").first().waitFor();
    const result = await use(page, seen);
    assert.deepEqual(seen.foreign, [], "the page asks for nothing from outside its own folder");
    if (!errors) {
      assert.deepEqual(seen.errors, [], "the page logs no error");
    }
    return result;
  } finally {
    await context.close();
  }
}

/** Collects a page's errors, and what it asks for from outside `folder`. */
function watch(page, folder) {
  const seen = { foreign: [], errors: [] };
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(folder) && !/^(data|blob):/.test(url)) {
      seen.foreign.push(url);
    }
  });
  page.on("console", (message) => {
    if (message.type() === "error" || /panicked at/.test(message.text())) {
      seen.errors.push(message.text());
    }
  });
  page.on("pageerror", (error) => seen.errors.push(String(error)));
  page.on("response", (response) => {
    if (response.status() >= 400) {
      seen.errors.push(`${response.status()} ${response.url()}`);
    }
  });
  return seen;
}

/** Requires that axe-core finds no violation on the page as it is now. */
export async function assertAccessible(page) {
  axeSource ??= readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  await page.evaluate(await axeSource);
  const violations = await page.evaluate(async (tags) => {
    const result = await globalThis.axe.run(document, { runOnly: tags });
    return result.violations.map((violation) => ({
      rule: violation.id,
      help: violation.help,
      places: violation.nodes.map((node) => `${node.target.join(" ")}: ${node.failureSummary}`),
    }));
  }, AXE_TAGS);
  assert.deepEqual(violations, [], "axe-core finds no violation");
}
