// What a reader does with the first story: play, step, select, drag, turn, undo.

import { test } from "node:test";
import assert from "node:assert/strict";

import { assertAccessible, withPage } from "./browser.mjs";

const WIDE = { viewport: { width: 1280, height: 900 } };

const headline = (page) => page.locator("h1").textContent();
const pauseEnd = (page) => page.getByRole("slider", { name: "end of A's pause" });
const cursor = async (page) => Number(await page.getByLabel("Moment of the story").inputValue());

test("it opens at the refused write and says so", () =>
  withPage(WIDE, async (page) => {
    assert.match(await headline(page), /refused.*33.*34/i);
    assert.match(await page.locator(".detail").textContent(), /13\.15 s.*33.*34/);
    assert.equal(await cursor(page), 13_150);
    await assertAccessible(page);
  }));

test("it never plays by itself; play moves the cursor, pause stops it", () =>
  withPage(WIDE, async (page) => {
    await page.waitForTimeout(400);
    assert.equal(await cursor(page), 13_150);
    await page.getByRole("button", { name: "Play" }).click();
    await page.waitForTimeout(800);
    const there = await cursor(page);
    assert(there > 0 && there < 13_150, `playing begins at the start: ${there}`);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    const paused = await cursor(page);
    await page.waitForTimeout(300);
    assert.equal(await cursor(page), paused);
  }));

test("with reduced motion the cursor jumps from event to event", () =>
  withPage({ ...WIDE, reducedMotion: "reduce" }, async (page) => {
    await page.getByRole("button", { name: "Play" }).click();
    // Nothing happens between 1 s, A's pause, and 10 s: a gliding cursor would be seen in between.
    for (let look = 0; look < 12; look += 1) {
      await page.waitForTimeout(150);
      const at = await cursor(page);
      assert(at <= 1_000 || at >= 10_000, `${at} is between two events`);
    }
  }));

test("steps go from event to event, by buttons and by keys, and are read aloud", () =>
  withPage(WIDE, async (page) => {
    await page.getByRole("button", { name: "To the start" }).click();
    assert.equal(await cursor(page), 0);
    await page.getByRole("button", { name: "Next event" }).click();
    await page.getByRole("button", { name: "Next event" }).click();
    const told = await page.locator(".detail p").first().textContent();
    await page.getByRole("group", { name: /^Timeline/ }).focus();
    await page.keyboard.press("ArrowRight");
    assert.notEqual(await page.locator(".detail p").first().textContent(), told);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await page.locator(".detail p").first().textContent(), told);
    assert.equal((await page.getByRole("status").textContent()).split(": ")[1], told.split(" s ")[1]);
  }));

test("the list and the drawing are in step", () =>
  withPage(WIDE, async (page) => {
    const row = page.getByRole("button", { name: /A pauses/ }).last();
    await row.click();
    assert.equal(await cursor(page), 1_000);
    assert.equal(await row.getAttribute("aria-current"), "true");
    await page.keyboard.press("ArrowDown");
    const now = page.locator(".list [aria-current]");
    assert(await now.evaluate((button) => button === document.activeElement), "the focus goes along");
    await page.locator(".verdicts button", { hasText: "two clients believed" }).click();
    // B's belief begins at 11.10 s, while A's lasts.
    assert.equal(await cursor(page), 11_100);
  }));

test("a press on the picture selects the nearest event", () =>
  withPage(WIDE, async (page) => {
    const mark = page.locator(".items .accepted").first();
    const box = await mark.boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height + 4);
    assert.match(await page.locator(".detail p").first().textContent(), /^12\.15 s.*accepts B's write/);
  }));

test("dragged before 12 s, the end of the pause lets the late write in; escape and undo take it back", () =>
  withPage(WIDE, async (page) => {
    const before = await headline(page);
    const text = await page.locator("textarea").inputValue();
    const start = await pauseEnd(page).boundingBox();
    const [x, y] = [start.x + start.width / 2, start.y + start.height / 2];
    const ticks = await page.locator(".tick", { hasText: /^1[12] s$/ }).evaluateAll((all) =>
      all.map((tick) => { const box = tick.getBoundingClientRect(); return box.x + box.width / 2; }));
    const drag = async () => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move((x + ticks[0]) / 2, y, { steps: 4 });
      await page.mouse.move((ticks[0] + ticks[1]) / 2, y, { steps: 4 });
    };
    await drag();
    assert.notEqual(await headline(page), before, "the outcome flips under the finger");
    assert.match(await page.locator("textarea").inputValue(), /fault pause A from=1s for=10\.[45]/);
    await page.locator(".flip").first().waitFor();
    assert.match(await page.locator(".flag").textContent(), /wake before here: a late write got in/);
    await page.keyboard.press("Escape");
    await page.mouse.up();
    assert.equal(await page.locator("textarea").inputValue(), text, "escape leaves nothing");

    await drag();
    await page.mouse.up();
    assert.match(await page.locator(".verdicts .broken").allTextContents().then(String), /late write got in/);
    await page.keyboard.press("Control+z");
    assert.equal(await page.locator("textarea").inputValue(), text, "a drag is one step");
    await page.keyboard.press("Control+Shift+z");
    assert.match(await page.locator("textarea").inputValue(), /for=10\.[45]/);
    await page.getByRole("button", { name: "Reset" }).click();
    assert.equal(await page.locator("textarea").inputValue(), text);
    assert.equal(await headline(page), before);
  }));

test("the same by keys: the flip is at 12 s", () =>
  withPage(WIDE, async (page) => {
    await pauseEnd(page).focus();
    const refused = await headline(page);
    assert.equal(await pauseEnd(page).getAttribute("aria-valuenow"), "13000");
    await page.keyboard.press("Shift+ArrowLeft");
    // A wakes at 12.0 s: both writes arrive at 12.15 s. One step more, and A's is there first.
    await page.keyboard.press("ArrowLeft");
    assert.equal(await pauseEnd(page).getAttribute("aria-valuenow"), "11900");
    assert.notEqual(await headline(page), refused);
    assert.match(await page.locator(".verdicts .broken").allTextContents().then(String), /late write got in/);
    await assertAccessible(page);
    await page.keyboard.press("Control+z");
    assert.equal(await headline(page), refused);
  }));

test("without the fence A's write destroys B's data; on redis there is nothing to compare", () =>
  withPage(WIDE, async (page) => {
    const fence = page.getByRole("switch", { name: "fence" });
    await fence.click();
    assert.equal(await fence.getAttribute("aria-checked"), "false");
    assert.match(await headline(page), /destroy/i);
    await page.getByLabel("system").selectOption("redis");
    assert.match(await page.getByRole("alert").textContent(), /first-token was removed/);
    assert.doesNotMatch(await page.locator("textarea").inputValue(), /first-token/);
    await fence.click();
    assert.match(await page.getByRole("alert").textContent(), /hands out none/);
    await assertAccessible(page);
    await page.getByRole("button", { name: /Use fenced/ }).click();
    assert.match(await page.locator("textarea").inputValue(), /lock report on fenced .*\n.*guard=fence/);
    await page.keyboard.press("Control+z");
    assert.match(await page.locator("textarea").inputValue(), /lock report on redis .*\n.*guard=none/);
  }));
