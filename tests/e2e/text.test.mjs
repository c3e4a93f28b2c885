// The text, the address, and the conditions under which the page is read.

import { test } from "node:test";
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";

import { assertAccessible, withPage } from "./browser.mjs";

const text = (page) => page.locator("textarea").inputValue();

test("an error is shown at its place, and the last good picture stays, marked as old", () =>
  withPage({}, async (page) => {
    const items = await page.locator(".items > g").count();
    const area = page.locator("textarea");
    await area.fill((await text(page)).replace("guard=fence", "guard=fense"));
    assert.equal(await page.locator(".under mark").textContent(), "fense");
    assert.match(await page.locator(".problems").textContent(), /Line \d+, column \d+.*did you mean fence/);
    assert.equal(await page.locator(".items > g").count(), items);
    assert(await page.locator(".stale").isVisible());
    assert.equal(await area.getAttribute("aria-invalid"), "true");
    await assertAccessible(page);
    await page.locator(".problems button").first().click();
    const caret = await area.evaluate((it) => it.value.slice(it.selectionStart).startsWith("fense"));
    assert(caret, "the caret is at the error");
    await page.keyboard.press("Control+z");
    assert.equal(await page.locator(".problems").count(), 0);
  }));

test("an empty text is an error, not an end", () =>
  withPage({}, async (page) => {
    await page.locator("textarea").fill("");
    assert(await page.locator(".problems button").count() > 0);
    await assertAccessible(page);
  }));

test("the address reproduces text and cursor", () =>
  withPage({}, async (page) => {
    await page.getByRole("switch", { name: "fence" }).click();
    await page.getByRole("button", { name: "To the start" }).click();
    await page.getByRole("button", { name: "Next event" }).click();
    await page.waitForFunction(() => /#v=1&text=[-\w]+&at=\d+$/.test(location.href));
    const [address, written] = [page.url(), await text(page)];
    await withPage({ at: new URL(address).hash && `/${new URL(address).hash}` }, async (other) => {
      await other.waitForFunction((it) => document.querySelector("textarea").value === it, written);
      assert.equal(
        await other.getByLabel("Moment of the story").inputValue(),
        await page.getByLabel("Moment of the story").inputValue(),
      );
    });
  }));

test("every scenario can be chosen and named in an address", () =>
  withPage({ at: "/#s=slow-job" }, async (page) => {
    assert.match(await text(page), /work 40s/);
    await page.getByRole("button", { name: "Scenarios" }).click();
    await assertAccessible(page);
    const names = await page.locator("#scenarios button").count();
    for (let index = 0; index < names; index += 1) {
      if (index > 0) await page.getByRole("button", { name: "Scenarios" }).click();
      await page.locator("#scenarios button").nth(index).click();
      assert.equal(await page.locator(".problems").count(), 0);
      assert((await page.locator(".items > g").count()) > 3);
    }
  }));

const packed = (bytes) => deflateRawSync(bytes).toString("base64url");

for (const [name, fragment, words] of [
  ["made by a newer page", "#v=2&text=AAAA", /newer version/],
  ["cut off", `#v=1&text=${packed("lock report on redis\n".repeat(40)).slice(0, 30)}`, /damaged/],
  ["not base64", "#v=1&text=%20", /damaged/],
  ["of no scenario", "#s=nonsense", /not in this collection/],
  ["of a megabyte", `#v=1&t=${"A".repeat(1_000_000)}`, /too long/],
  ["that inflates to 40 MB", `#v=1&text=${packed(Buffer.alloc(40_000_000))}`, /64 KiB|too long/],
]) {
  test(`a link ${name} gives a message and a working page`, () =>
    withPage({ at: `/${fragment}` }, async (page) => {
      await page.getByRole("alert").waitFor();
      assert.match(await page.getByRole("alert").textContent(), words);
      assert.match(await page.locator("h1").textContent(), /33/);
      await page.getByRole("button", { name: "Next event" }).click();
    }));
}

test("markup in a text stays text", () =>
  withPage({}, async (page) => {
    const title = "title <img src=x onerror=alert(1)> & \"quotes\"";
    await page.locator("textarea").fill((await text(page)).replace(/title .*/, title));
    assert.equal(await page.locator(".headline .title").textContent(), title.slice(6));
    assert.equal(await page.locator("img").count(), 0);
  }));

for (const [name, options] of [
  ["in a window of 390 pixels", { viewport: { width: 390, height: 844 }, hasTouch: true }],
  ["in a window of 320 pixels", { viewport: { width: 320, height: 640 } }],
  ["in the dark", { colorScheme: "dark" }],
  ["with forced colours", { forcedColors: "active" }],
  ["with reduced motion", { reducedMotion: "reduce" }],
]) {
  test(`it works ${name}`, () =>
    withPage(options, async (page) => {
      const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert(inner <= outer, `nothing sticks out: ${inner} of ${outer}`);
      await page.getByRole("slider", { name: "end of A's pause" }).focus();
      await page.keyboard.press("ArrowLeft");
      await page.waitForFunction(() => document.querySelector("textarea").value.includes("for=11.9s"));
      await assertAccessible(page);
    }));
}

test("everything can be reached by the keyboard alone", () =>
  withPage({}, async (page) => {
    const seen = new Set();
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press("Tab");
      seen.add(await page.evaluate(() => {
        const it = document.activeElement;
        return it.getAttribute("aria-label") ?? it.id ?? it.textContent.trim();
      }));
    }
    for (const name of ["Play", "Next event", "Moment of the story", "End of A's pause", "scenario"]) {
      assert([...seen].some((it) => it === name), `${name} in ${[...seen].join("; ")}`);
    }
  }));
