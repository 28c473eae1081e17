// Reads WARC files with npm's warcio and prints one JSON line a record: type, URI, status, payload size, digests right?
// usage: node read_warc.mjs NPM-FOLDER FILE...
import { createReadStream } from "node:fs";
import { createRequire } from "node:module";
import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";

const [npm, ...files] = process.argv.slice(2);
const require = createRequire(npm + "/");
const { WARCParser } = await import(pathToFileURL(require.resolve("warcio")).href);

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
function base32(bytes) {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  return bits.match(/.{5}/g).map((five) => alphabet[parseInt(five, 2)]).join("");
}

for (const file of files) {
  for await (const record of new WARCParser(createReadStream(file))) {
    const payload = await record.readFully(true); // transfer-encoding is undone by the library
    const stated = record.warcHeader("WARC-Payload-Digest");
    const digest = payload ? "sha1:" + base32(createHash("sha1").update(payload).digest()) : null;
    console.log(JSON.stringify({
      type: record.warcType,
      uri: record.warcTargetURI,
      status: record.httpHeaders?.statusCode,
      size: payload?.length ?? 0,
      digest: stated && record.warcType === "response" ? stated === digest : null,
    }));
  }
}
