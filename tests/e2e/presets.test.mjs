// The list of scenarios: stories and presets in two groups, by pointer, by keys and by address.

import { test } from "node:test";
import assert from "node:assert/strict";

import { assertAccessible, withPage } from "./browser.mjs";

const headline = (page) => page.locator("h1").textContent();
const opener = (page) => page.getByRole("button", { name: "Scenarios" });
const group = (page, name) => page.getByRole("list", { name });

test("a preset is chosen from its own group, and its headline is told", () =>
  withPage({}, async (page) => {
    await opener(page).click();
    assert.equal(await page.locator("#scenarios h2").allTextContents().then(String), "Stories,Lock services");
    assert.equal(await group(page, "Stories").getByRole("button", { name: /^Redis: / }).count(), 0);
    await assertAccessible(page);
    await group(page, "Lock services").getByRole("button", { name: /^Redis: / }).click();
    // A wakes up 5 s after its key has expired, and nothing in the store compares anything.
    assert.match(await headline(page), /A's late write destroyed B's data/);
    assert.match(await page.locator("textarea").inputValue(), /lock report on redis ttl=30s release=compare/);
    assert.equal(await page.locator("#scenarios").isVisible(), false);
    await opener(page).click();
    assert.match(await page.locator("#scenarios [aria-current]").allTextContents().then(String), /^Redis: /);
  }));

test("the keyboard alone opens the list, chooses a preset, and has its focus back", () =>
  withPage({}, async (page) => {
    await opener(page).focus();
    await page.keyboard.press("Enter");
    const stories = await group(page, "Stories").getByRole("button").count();
    for (let step = 0; step <= stories; step += 1) {
      await page.keyboard.press("Tab");
    }
    assert(await group(page, "Lock services").getByRole("button").first().evaluate((it) => it === document.activeElement));
    await page.keyboard.press("Enter");
    assert.match(await page.locator(".headline .title").textContent(), /^Redis: /);
    assert(await opener(page).evaluate((it) => it === document.activeElement));
  }));

test("an address names a preset as it names a story", () =>
  withPage({ at: "/#s=fenced" }, async (page) => {
    // Each lease has its token: A's is 1, B's is 2.
    assert.match(await headline(page), /A's late write was refused: its token 1 is lower than 2/);
    assert.equal(await page.getByRole("alert").count(), 0);
    await opener(page).click();
    await group(page, "Lock services").getByRole("button", { name: /^Redis: / }).click();
    await page.waitForFunction(() => location.hash === "#s=redis");
  }));
