// Serves ReplayWeb.page with a WACZ on loopback.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

// the player reads a package piece by piece, so ranges must work
function serveFile(request, response, [path, type]) {
  const size = statSync(path).size;
  const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? "");
  let start = 0, end = size - 1;
  if (range) {
    start = range[1] ? Number(range[1]) : Math.max(0, size - Number(range[2]));
    end = range[1] && range[2] ? Math.min(Number(range[2]), end) : end;
  }
  response.writeHead(range ? 206 : 200, {
    "Content-Type": type, "Accept-Ranges": "bytes", "Content-Length": end - start + 1,
    ...(range && { "Content-Range": `bytes ${start}-${end}/${size}` }),
  });
  if (request.method === "HEAD") response.end();
  else createReadStream(path, { start, end }).pipe(response);
}

// `embed` says how much of itself the player shows. Returns the server, which the caller closes, and the address of the player.
export async function servePlayer(npm, wacz, url, embed) {
  const page = `<!doctype html><meta charset="utf-8"><style>body,html{margin:0;height:100%;overflow:hidden}
replay-web-page{display:block;height:100%}</style><script src="/ui.js"></script>
<replay-web-page source="/harvest.wacz" url="${url}" replayBase="/replay/" embed="${embed}"></replay-web-page>`;
  const files = {
    "/ui.js": [join(npm, "player/ui.js"), "text/javascript"],
    "/replay/sw.js": [join(npm, "player/sw.js"), "text/javascript"],
    "/harvest.wacz": [wacz, "application/octet-stream"],
  };
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://x").pathname;
    if (files[path]) return serveFile(request, response, files[path]);
    if (path !== "/") return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": "text/html" }).end(page);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { server, address: `http://127.0.0.1:${server.address().port}/` };
}
