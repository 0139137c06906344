// A form for a genome, derived from the schema. The server checks; nothing here knows what a field means.
import { make } from "./cards.js";

const $ = (id) => document.getElementById(id);
const [schema, original] = await Promise.all([
  fetch("/schema").then((answer) => answer.json()),
  fetch(`/download/${document.body.dataset.game}`).then((answer) => answer.json()),
]);
const HIDDEN = new Set(["schema_version", "genome_id", "generation", "parents", "lineage", "type"]);
let genome = structuredClone(original);
genome.name = `${genome.name || "Unnamed"} (variant)`;

const deref = (node) => (node?.$ref ? schema.$defs[node.$ref.split("/").pop()] : node);

// The schema of a value: of several allowed ones, that which its tag or its kind says.
function schemaOf(node, value) {
  const found = deref(node);
  const choices = found?.anyOf || found?.oneOf;
  if (!choices) return found || {};
  const tag = found.discriminator?.propertyName;
  if (tag && value?.[tag] !== undefined) return deref({ $ref: found.discriminator.mapping[value[tag]] });
  const kind = value === null ? "null" : Array.isArray(value) ? "array" : Number.isInteger(value) ? "integer" : typeof value;
  return choices.map(deref).find((each) => each.type === kind || (each.enum && each.enum.includes(value))) || deref(choices[0]);
}

const allowsNull = (node) => (deref(node)?.anyOf || []).some((each) => each.type === "null");
const words = (name) => name.replaceAll("_", " ");

function field(node, name, value, set) {
  const found = schemaOf(node, value);
  if (Array.isArray(value)) return list(found, name, value);
  if (value !== null && typeof value === "object") return group(found, name, value);
  return scalar(node, found, name, value, set);
}

function scalar(node, found, name, value, set) {
  const nullable = allowsNull(node);
  const values = found.enum || (nullable && value === null ? (deref(node).anyOf.map(deref).find((each) => each.enum)?.enum) : null);
  let input;
  if (values) {
    const all = nullable ? [null, ...values] : values;
    input = make("select", {}, ...all.map((each) => make("option", { value: JSON.stringify(each), selected: each === value }, each === null ? "none" : words(String(each)))));
    input.onchange = () => set(JSON.parse(input.value));
  } else if (typeof value === "boolean") {
    input = make("input", { type: "checkbox", checked: value });
    input.onchange = () => set(input.checked);
  } else if (typeof value === "number") {
    input = make("input", { type: "number", value, min: found.minimum, max: found.maximum, step: Number.isInteger(value) ? 1 : "any" });
    input.oninput = () => set(input.value === "" ? null : Number(input.value));
  } else if (value === null) {
    return make("p", { class: "field" }, make("span", {}, words(name)), " none");
  } else {
    input = make(value.length > 60 ? "textarea" : "input", { value, rows: 4 });
    input.value = value;
    input.oninput = () => set(input.value);
  }
  return make("label", { class: "field", title: (node.description || found.description) ?? null }, make("span", {}, words(name)), input);
}

function group(found, name, value) {
  const title = value.type ? words(value.type) : words(name);
  const rows = Object.keys(value).filter((key) => !HIDDEN.has(key)).map((key) =>
    field(found.properties?.[key] || found.additionalProperties || {}, key, value[key], (next) => { value[key] = next; changed(); }));
  return make("details", { class: "group" }, make("summary", { title: found.description ?? null }, title), ...rows);
}

function list(found, name, value) {
  const rows = value.map((item, place) => make("div", { class: "item" },
    field(found.items || found.prefixItems?.[place] || {}, `${words(name)} ${place + 1}`, item, (next) => { value[place] = next; changed(); }),
    make("button", { type: "button", title: `Remove ${words(name)} ${place + 1}`, "aria-label": `Remove ${words(name)} ${place + 1}`,
      onclick: () => { value.splice(place, 1); draw(); changed(); } }, "×")));
  if (!rows.length) return make("p", { class: "field" }, make("span", {}, words(name)), " none");
  return make("details", { class: "group" }, make("summary", {}, `${words(name)} (${rows.length})`), ...rows);
}

function draw() {
  const open = new Set([...$("fields").querySelectorAll("details[open] > summary")].map((summary) => summary.textContent));
  const top = deref(schema);
  $("fields").replaceChildren(...Object.keys(genome).filter((key) => !HIDDEN.has(key)).map((key) =>
    field(top.properties[key], key, genome[key], (next) => { genome[key] = next; changed(); })));
  for (const summary of $("fields").querySelectorAll("summary")) summary.parentElement.open = open.has(summary.textContent);
}

let waiting = null, number = 0;
function changed(fromText = false) {
  if (!fromText) $("text").value = JSON.stringify(genome, null, 2);
  $("keep").disabled = true;
  $("state").textContent = "checking …";
  clearTimeout(waiting);
  waiting = setTimeout(check, 250);
}

async function check() {
  const mine = ++number;
  const answer = await fetch("/check", { method: "POST", body: $("text").value });
  if (mine !== number) return;
  const found = answer.ok ? await answer.json() : { errors: [await answer.text()], warnings: [] };
  $("faults").replaceChildren(...found.errors.map((text) => make("li", {}, text)), ...found.warnings.map((text) => make("li", { class: "warning" }, text)));
  $("keep").disabled = found.errors.length > 0;
  $("state").textContent = found.errors.length ? "This cannot be played yet." : "It can be played.";
  if (found.rules) preview(found.rules);
}

function preview({ title, goal, sections }) {
  const parts = sections.flatMap(({ heading, items, numbered }) => [make("h3", {}, heading),
    make(numbered ? "ol" : "ul", {}, ...items.map((item) => {
      const [first, ...points] = item.split("\n");
      return make("li", {}, first, points.length ? make("ul", {}, ...points.map((point) => make("li", {}, point))) : null);
    }))]);
  $("preview").replaceChildren(make("h2", {}, title), make("p", {}, goal), ...parts);
}

$("text").oninput = () => {
  try {
    genome = JSON.parse($("text").value);
    draw();
  } catch { /* the server says what is wrong */ }
  changed(true);
};
$("fields").onsubmit = (event) => event.preventDefault();
$("keep").onclick = async () => {
  const answer = await fetch("/variant", { method: "POST", body: $("text").value });
  if (answer.ok) location.href = `/game/${(await answer.json()).key}`;
  else $("state").textContent = await answer.text();
};
draw();
changed();
