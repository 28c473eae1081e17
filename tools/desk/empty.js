// Empty: the harvest into a folder, and off the card if the user asks for it.

async function empty() {
  const erase = byId("erase").checked && canPick, { card, out } = state;
  state.emptied = state.said = null;
  render();
  if (canPick && await isWithin(card, out)) state.said = { key: "sameFolder", problem: true };
  else if (canPick && (!await mayWrite(out) || (erase && !await mayWrite(card)))) state.said = { key: "denied", problem: true };
  else {
    const seen = { told: [], counts: null, downloads: null };
    const title = byId("collection-title").value.trim() || TEXTS.titleDefault[0];
    return begin({ what: "empty", card, out: canPick ? out : null, title, erase }, (message) => {
      if (message.kind === "told") seen.told.push(message.text);
      else if (message.kind === "emptied") seen.counts = { ...message, erase };
      else if (message.kind === "downloads")
        seen.downloads = message.files.map(({ path, blob }) => ({ path, url: URL.createObjectURL(blob), bytes: blob.size }));
    }, (isDone) => {
      if (isDone) state.emptied = seen;
    });
  }
  render();
}

function emptyResult() {
  const seen = state.emptied;
  if (!seen?.counts) return [];
  const { files, records, skipped, logs, erased, erase } = seen.counts;
  const sum = files + skipped > 0 ? t("emptied", count(files), count(records), count(skipped), count(logs)) : t("noHarvest");
  const parts = [make("p", { class: "good" }, sum)];
  parts.push(make("p", {}, erase ? t("erased", count(erased)) : t("notErased")));
  const told = seen.told.map((text) => make("li", {}, language ? make("span", { class: "bad" }, thaiOf(THAI_TOLD, text) + " ") : null,
    make("span", { class: language ? "soft" : "bad", lang: "en" }, text)));
  if (told.length > 0) parts.push(make("ul", { class: "list" }, ...told));
  if (seen.downloads) parts.push(make("p", {}, t("downloads")), make("ul", { class: "list" }, ...seen.downloads.map(({ path, url, bytes }) =>
    make("li", {}, make("a", { href: url, download: path.split("/").at(-1) }, path), ` ${size(bytes)}`))));
  const player = make("a", { href: "https://replayweb.page", rel: "noreferrer", target: "_blank" }, "replayweb.page");
  parts.push(make("p", {}, t("replay") + " ", player, language ? "" : "."));
  return parts;
}
