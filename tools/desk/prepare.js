// Prepare: settings, seeds and tables onto a card.

async function loadForm() {
  const { card } = state, { told, status } = await ask({ what: "settings", card });
  if (status !== 0 || card !== state.card) return;
  const form = { groups: [], there: null, values: new Map(), text: "", wrong: new Set(), missing: new Set(), seeds: null };
  for (const message of told)
    if (message.kind === "group") form.groups.push([]);
    else if (message.kind === "setting") form.groups.at(-1).push(message), form.values.set(message.key, message.value);
    else if (message.kind === "seeds") form.text = message.text.replace(/\r\n?/g, "\n");
    else if (message.kind === "there") form.there = message;
  state.form = form;
  fillForm();
  render();
  if (form.there.seeds > 0) await checkSeeds();
}

// What a setting takes, in the page's language: "0 to 255 pages", "text, up to 48 characters", or the choices that its field offers.
function rangeText(range) {
  if (!language || isChoice(range)) return range;
  const [, from, to, unit] = /^(\d+) to (\d+) (.*)$/.exec(range) ?? [];
  if (unit) return RANGES[unit] ? `${from} ถึง ${to} ${RANGES[unit]}` : range;
  const [, kind, most] = /^(.*?)(?:, up to (\d+) characters)?$/.exec(range);
  return RANGES[kind] ? RANGES[kind] + (most ? ` ไม่เกิน ${most} ตัวอักษร` : "") : range;
}

function isChoice(range) { return range.includes("|") && !range.includes(" "); }

// A field for a setting. What the user types stays, whatever language the page changes to.
function fieldOf({ key, range, value, needed }) {
  const id = `setting-${key}`, choices = isChoice(range) ? range.split("|") : null;
  const field = choices ? make("select", { id }, ...choices.map((choice) => make("option", { value: choice }, choice)))
    : make("input", { id, type: "text", autocomplete: "off" });
  field.value = value;
  field.setAttribute("aria-describedby", `${id}-help ${id}-wrong`);
  if (needed) field.setAttribute("aria-required", "true");
  field.addEventListener("change", async () => (await checkField(key), showFields()));
  const name = make("span", TEXTS[`name_${key}`] ? { "data-t": `name_${key}` } : { lang: "en" }, key);
  const label = make("label", { for: id }, name, ...(needed ? [" ", make("span", { class: "soft", "data-t": "neededMark" })] : []));
  return make("div", { class: "field" }, label, field, make("div", { id: `${id}-help`, class: "soft" }),
    make("div", { id: `${id}-wrong`, class: "bad", role: "status" }));
}

async function checkField(key) {
  const { wrong, missing } = state.form, value = valueOf(key), { status } = await ask({ what: "check", key, value });
  if (status === 0) wrong.delete(key);
  else wrong.add(key);
  if (value) missing.delete(key);
}

function valueOf(key) { return byId(`setting-${key}`).value.trim(); }

// Settings as lines for the program: all of them, or those that differ from the card's.
function assignments(all) {
  return [...state.form.values].map(([key, before]) => [key, valueOf(key), before]).filter(([, value, before]) => all || value !== before)
    .map(([key, value]) => `${key}=${value}`).join("\n");
}

// Explanations, and what is wrong.
function showFields() {
  for (const { key, range, help, help_thai } of state.form?.groups.flat() ?? []) {
    const isWrong = state.form.wrong.has(key), isMissing = state.form.missing.has(key);
    byId(`setting-${key}`).setAttribute("aria-invalid", String(isWrong || isMissing));
    byId(`setting-${key}-help`).textContent = (language ? help_thai : help) + (isChoice(range) ? "" : ` (${rangeText(range)})`);
    byId(`setting-${key}-wrong`).textContent = isWrong ? t("wrongValue", rangeText(range)) : isMissing ? t("missingValue") : "";
  }
  showSeeds();
}

function fillForm() {
  const [first, ...others] = state.form.groups.map((group, number) => [number, group.map(fieldOf)]);
  const title = (number) => ({ "data-t": `group${Math.min(number, 6)}` });
  byId("fields").replaceChildren(make("fieldset", {}, make("legend", title(0)), ...first[1]),
    ...others.map(([number, fields]) => make("details", {}, make("summary", title(number)), ...fields)));
  byId("seeds").value = state.form.text;
  byId("force").checked = false;
}

// Each line as the box would read it.
async function checkSeeds() {
  const { form } = state, { told } = await ask({ what: "seeds", text: byId("seeds").value });
  form.seeds = told;
  if (told.length > wrongSeeds().length) form.missing.delete("seeds");
  showSeeds();
}

function wrongSeeds() { return (state.form?.seeds ?? []).filter(({ kind }) => kind === "wrong"); }

function showSeeds() {
  const told = state.form?.seeds, wrong = wrongSeeds(), reason = (why) => language ? REASONS[why] ?? why : why;
  const isMissing = state.form?.missing.has("seeds") ?? false;
  byId("seeds").setAttribute("aria-invalid", String(wrong.length > 0 || isMissing));
  byId("seeds-wrong").textContent = isMissing ? t("missingSeeds") : "";
  byId("seeds-found").replaceChildren(...(!told ? [] : [make("p", {}, t("seedsFound", count(told.length - wrong.length))),
    make("ul", { class: "list" }, ...wrong.map(({ line, text, why }) => make("li", { class: "bad" }, t("seedWrong", line, text, reason(why)))))]));
}

// Everything as the box would read it. The first field that is wrong, or that a box needs and nobody has filled in; or null.
async function findWrong() {
  const { form } = state;
  for (const [key, value] of form.values) if (valueOf(key) !== value) await checkField(key);
  await checkSeeds();
  form.missing = new Set((await ask({ what: "missing", assignments: assignments(true) })).told.map(({ key }) => key));
  if (form.seeds.length === 0) form.missing.add("seeds");
  if (wrongSeeds().length > 0) form.wrong.add("seeds");
  else form.wrong.delete("seeds");
  const keys = [...form.values.keys(), "seeds"], key = keys.find((one) => form.wrong.has(one)) ?? keys.find((one) => form.missing.has(one));
  return !key ? null : byId(key === "seeds" ? key : `setting-${key}`);
}

function goTo(field) {
  field.closest("details")?.setAttribute("open", "");
  field.focus();
}

async function prepare(event) {
  event.preventDefault();
  const { card, form } = state, force = byId("force").checked;
  state.ready = state.said = null;
  render();
  const wrong = await findWrong(), refusal = wrong ? form.wrong.size > 0 ? "wrongInput" : "missingInput" : !await mayWrite(card) ? "denied" : null;
  if (refusal) {
    state.said = { key: refusal, problem: true };
    render();
    return wrong ? goTo(wrong) : undefined;
  }
  const files = { "DESK.HTM": new Blob([OWN_SOURCE]) };
  for (const [name, id] of [["CA.BIN", "authorities"], ["GEO.BIN", "countries"]]) {
    const table = await carried(id);
    if (table) files[name] = table;
  }
  const seeds = byId("seeds").value;
  if (force || seeds !== form.text) files["SEEDS.TXT"] = new Blob([seeds.replace(/\r?\n/g, "\r\n")]);
  begin({ what: "prepare", card, files, assignments: assignments(force), force }, (message) => { state.ready = message; }, (isDone) => {
    if (isDone) loadForm(); // what is on the card now
    else state.ready = null;
  });
}

function prepareResult() {
  const { ready } = state;
  if (!ready) return [];
  const parts = [make("p", { class: "good" }, t("ready", count(ready.written), count(ready.kept)))];
  const needs = [...(ready.missing ? ["needsSettings"] : []), ...(ready.seeds === 0 ? ["needsSeeds"] : [])];
  if (needs.length === 0) parts.push(make("p", {}, t("readyFor", count(ready.seeds))));
  else parts.push(make("p", {}, t("notReady")), make("ul", {}, ...needs.map((key) => make("li", {}, t(key)))));
  if (!ready.has_authorities || !ready.has_countries) parts.push(make("p", {}, t("noTables")));
  return parts;
}

function showPrepare() {
  const made = byId("made").dateTime, days = Math.max(0, Math.floor((Date.now() - Date.parse(made)) / 86400000));
  byId("age").textContent = t("age", made, count(days)) + (days > 183 ? " " + t("old") : "");
  byId("form").hidden = !state.form;
  byId("there").hidden = Boolean(state.form) && !state.form.there.settings;
  byId("there").textContent = state.form ? t("there") : t("prepareNeeds");
  byId("force-row").hidden = !state.form?.there.settings;
  byId("start-prepare").disabled = state.job !== null;
  showFields();
  byId("prepare-result").replaceChildren(...prepareResult());
}
