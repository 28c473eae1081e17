// Look: what is on the card, its report, one stored page as text.

function look() {
  const seen = { setup: null, findings: [], damage: 0, pages: [], pageCount: 0, counts: null, filter: "" };
  state.text = state.report = null;
  state.look = seen;
  begin({ what: "look", card: state.card }, (message) => {
    if (message.kind === "setup") seen.setup = message;
    else if (message.kind === "finding") (seen.damage += message.is_damage), seen.findings.push(message);
    else if (message.kind === "checked") seen.counts = message;
    else if (message.kind === "page" && ++seen.pageCount <= PAGES_KEPT) seen.pages.push(message);
  }, (isDone) => {
    if (!isDone && state.look === seen) state.look = null;
  });
}

function report() {
  begin({ what: "report", card: state.card }, async (message) => {
    const text = await message.blob.text();
    state.report = { blob: message.blob, text };
    render();
  }, () => {});
}

function showText(page) {
  state.text = { page, message: null };
  begin({ what: "page", card: state.card, file: page.file, offset: page.offset }, (message) => { state.text.message = message; }, (isDone) => {
    if (!isDone) state.text = null;
    else setTimeout(() => byId("page-text")?.focus());
  });
}

function facts(rows) {
  return make("dl", {}, ...rows.map(([key, value]) => make("div", {}, make("dt", {}, t(key)), make("dd", {}, value))));
}

function thaiOf(sentences, text) { return sentences.find(([pattern]) => new RegExp(pattern).test(text))[1]; }

function findingItem(finding) {
  const where = finding.file ? `${finding.file}, ${count(finding.offset)}: ` : "";
  return make("li", {}, make("strong", { class: finding.is_damage ? "bad" : "" }, t(finding.is_damage ? "damage" : "note")), ": ",
    language ? thaiOf(THAI_FINDINGS, finding.text) + " " : null, make("span", { lang: "en", class: language ? "soft" : "" }, where + finding.text));
}

function problemsOf({ setup, findings, damage, counts }) {
  const parts = [make("h3", {}, t("problems"))];
  if (counts.records === 0 && damage === 0) parts.push(make("p", {}, t("noHarvest")));
  else if (damage === 0) parts.push(make("p", { class: "good" }, t("sound")));
  else parts.push(make("p", { class: "bad" }, t("damaged", count(damage))));
  if (setup?.missing) parts.push(make("p", {}, t("missing")));
  parts.push(make("ul", { class: "list" }, ...findings.slice(0, FINDINGS_SHOWN).map(findingItem)));
  if (findings.length > FINDINGS_SHOWN) parts.push(make("p", {}, t("moreFindings", count(findings.length - FINDINGS_SHOWN))));
  return parts;
}

function pageItem(page) {
  const facts = [page.date, page.status || null, page.mime, size(page.bytes), page.is_revisit ? t("revisit") : null,
    page.is_sound ? null : t("broken")];
  return make("li", {}, make("button", { type: "button", disabled: state.job !== null, onclick: () => showText(page) }, page.uri || "-"),
    make("div", { class: "soft" }, facts.filter(Boolean).join(" · ")));
}

function fillPages(list, label) {
  const { pages, pageCount, filter } = state.look;
  const wanted = pages.filter((page) => page.uri.toLowerCase().includes(filter.toLowerCase()));
  list.replaceChildren(...wanted.slice(0, PAGES_SHOWN).map(pageItem));
  label.textContent = t("shown", count(Math.min(wanted.length, PAGES_SHOWN)), count(filter ? wanted.length : pageCount));
}

function pagesOf(seen) {
  const list = make("ul", { class: "list" }), label = make("p", { class: "soft", role: "status" });
  const field = make("input", { type: "search", id: "find", value: seen.filter, oninput: () => (seen.filter = field.value, fillPages(list, label)) });
  fillPages(list, label);
  return [make("h3", {}, t("pages")), make("label", { for: "find" }, t("find")), field, label, list];
}

function textOf({ page, message }) {
  if (!message) return [];
  const body = message.encoding ? t("packed", message.encoding) : message.text || t("noText");
  return [make("h3", { id: "text-head" }, t("pageText")), make("p", {}, page.uri),
    make("pre", { id: "page-text", tabindex: "0", role: "region", "aria-labelledby": "text-head" }, body)];
}

// The report stays as it is while the page around it changes: a frame that is put anew loads anew, and forgets where its reader was.
function showReport() {
  const box = byId("report-result"), { report: shown } = state;
  if (!shown) return box.replaceChildren();
  if (box.firstChild !== shown.head) {
    shown.head = make("h3");
    shown.link = make("a", { class: "button", href: URL.createObjectURL(shown.blob), download: "report.html" });
    shown.frame = make("iframe", { sandbox: "" }); // no origin, no scripts: what is in it can only be looked at
    shown.frame.srcdoc = shown.text;
    box.replaceChildren(shown.head, make("p", {}, shown.link), shown.frame);
  }
  shown.head.textContent = shown.frame.title = t("report");
  shown.link.textContent = t("saveReport");
  return undefined;
}

function lookResult() {
  const seen = state.look, parts = [];
  if (seen?.counts) {
    const { setup, counts } = seen, text = (value) => value || t("notSet"), speech = `speech_${setup.language}`;
    parts.push(make("h3", {}, t("onCard")), facts([
      ["operator", text(setup.operator)], ["organisation", text(setup.organisation)], ["box_id", text(setup.box_id)],
      ["language", TEXTS[speech] ? t(speech) : setup.language],
      ["strategy", setup.strategy], ["seeds", count(setup.seeds)], ["pages", count(counts.pages)], ["revisits", count(counts.revisits)],
      ["files", count(counts.files)], ["bytes", size(counts.bytes)],
      ...(counts.has_journal ? [["ejected", t(counts.ejected ? "yes" : "no")]] : []),
      ...(counts.has_crawl ? ["round", "hosts", "crawled", "thai"].map((key) => [key, count(counts[key])]) : [])]));
    parts.push(...problemsOf(seen));
  }
  if (state.text) parts.push(...textOf(state.text));
  if (seen?.counts && seen.pageCount > 0) parts.push(...pagesOf(seen));
  return parts;
}
