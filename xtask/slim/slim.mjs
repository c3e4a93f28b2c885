// Makes a built page smaller, and what it does stays the same: `node slim.mjs FOLDER`.
//
// The Wasm goes through Binaryen's optimizer, the JavaScript through Terser. The names by which the two call
// each other are long and end in hashes, which do not compress; they become a letter or two.

import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { minify } from "terser";

const folder = process.argv[2];
const names = optimize(only(".wasm"));
const script = only(".js");
const { code } = await minify(renamed(readFileSync(script, "utf8"), names), { module: true });
writeFileSync(script, code);

/** The one file in the folder whose name ends so. */
function only(ending) {
  const found = readdirSync(folder).filter((name) => name.endsWith(ending));
  if (found.length !== 1) throw new Error(`${folder} holds ${found.length} files *${ending}, not one`);
  return join(folder, found[0]);
}

/**
 * Optimizes the Wasm for its size after gzip, and gives the new names of what it imports and exports.
 * The passes that are left out save bytes, but what remains compresses worse.
 */
function optimize(file) {
  const features =
    "bulk-memory multivalue mutable-globals nontrapping-float-to-int reference-types sign-ext";
  const without = "inlining-optimizing local-cse memory-packing simplify-locals";
  const told = execFileSync(process.execPath, [
    join(import.meta.dirname, "node_modules/binaryen/bin/wasm-opt"),
    ...features.split(" ").map((name) => `--enable-${name}`),
    "-Os",
    // Below 1024 lies only the far end of the stack.
    "--low-memory-unused",
    ...without.split(" ").map((name) => `--skip-pass=${name}`),
    "--optimize-added-constants",
    "--reorder-locals",
    // Hints that no engine needs.
    "--dealign",
    "--minify-imports-and-exports-and-modules",
    file,
    "--output",
    file,
  ]);
  return JSON.parse(told);
}

/** The script with the new names of the module, of its imports `name: function` and of its exports `wasm.name`. */
function renamed(script, { imports, exports }) {
  const rename = (old, short) => {
    if (!script.includes(old)) throw new Error(`the script has no ${old}`);
    script = script.replaceAll(old, short);
  };
  rename(`"${imports[0][0]}": `, '"a": ');
  // The other way to start, which the page does not use.
  rename("{ initSync, ", "{ ");
  for (const [, name, short] of imports) rename(` ${name}: function(`, ` ${short}: function(`);
  for (const [name, short] of exports) {
    script = script.replaceAll(new RegExp(`\\bwasm\\.${name}\\b`, "g"), `wasm.${short}`);
  }
  return script;
}
