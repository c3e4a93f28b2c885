// The page loads and is alive, wherever it is put.

import { test } from "node:test";
import assert from "node:assert/strict";

import { assertAccessible, SUB_PATH, withPage } from "./browser.mjs";

for (const at of ["/", SUB_PATH]) {
  test(`the page is alive at ${at}`, () =>
    withPage({ at }, async (page) => {
      assert.match(await page.locator("h1").textContent(), /33/);
      assert.equal(await page.title(), "Fencepost");
    }));
}

test("axe-core finds nothing", () => withPage({}, assertAccessible));
