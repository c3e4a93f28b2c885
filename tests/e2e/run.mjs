// Runs every tests/e2e/*.test.mjs against dist/, all in one browser.
// `node run.mjs WORD` runs only the files whose name has WORD in it.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { DIST } from "./server.mjs";

if (!existsSync(join(DIST, "index.html"))) {
  console.error(`${DIST} holds no index.html: run \`cargo xtask test build\` first`);
  process.exit(1);
}

const word = process.argv[2] ?? "";
const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".test.mjs") && name.includes(word))
  .sort();
if (files.length === 0) {
  console.error(`no test file has "${word}" in its name`);
  process.exit(1);
}
for (const file of files) {
  await import(`./${file}`);
}
