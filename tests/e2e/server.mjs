// Serves dist/ on this machine, twice: at / and under a path of several parts, because the page must
// work wherever it is put.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

export const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));
export const SUB_PATH = "/docs/locks/";

const TYPES = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
};

/** Starts the server on a free port; gives its origin and `close()`. */
export async function serve() {
  const server = createServer(async (request, response) => {
    const file = await fileFor(new URL(request.url, "http://here").pathname);
    const type = file && TYPES[extname(file)];
    if (!type) {
      response.writeHead(404).end("not found");
      return;
    }
    response.writeHead(200, { "content-type": type });
    createReadStream(file).pipe(response);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    },
  };
}

/** The file that a path means, or nothing. */
async function fileFor(path) {
  const inside = path.startsWith(SUB_PATH) ? path.slice(SUB_PATH.length - 1) : path;
  const relative = normalize(decodeURIComponent(inside.endsWith("/") ? `${inside}index.html` : inside));
  const file = join(DIST, relative);
  const found = file.startsWith(normalize(DIST)) && (await stat(file).catch(() => null));
  return found && found.isFile() ? file : null;
}
