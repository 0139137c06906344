// A table, drawn from a frame: what one seat sees, or everybody's cards in a replay. It knows no rules.
import { cardElement, make, SUIT_SIGNS, suitOf } from "./cards.js";

const MOST_WIDE = 6;  // cards of the table that are as large as those of the hand

export const $ = (id) => document.getElementById(id);
export const setting = (name, usual) => (localStorage.getItem(name) ?? usual) === "on";
export const quiet = () => !setting("animation", matchMedia("(prefers-reduced-motion: reduce)").matches ? "off" : "on");
export const pause = (ms) => new Promise((done) => setTimeout(done, quiet() ? 0 : ms));

// Draws everything but the question. `card` makes the element of a card.
export function drawTable(frame, card = (number) => cardElement(number)) {
  const before = places();
  renderOthers(frame, card);
  renderMiddle(frame, card);
  renderMine(frame, card);
  glide(before, frame);
}

export const places = () => new Map([...document.querySelectorAll(".felt-table [data-card]")].map((card) => [card.dataset.card, card.getBoundingClientRect()]));

// Cards glide from where they were; those that were not seen come from the seat that played them.
export function glide(before, frame) {
  if (quiet()) return;
  for (const card of document.querySelectorAll(".felt-table [data-card]")) {
    const now = card.getBoundingClientRect();
    const who = new Map(frame.view.by).get(Number(card.dataset.card));
    const from = before.get(card.dataset.card) || (who !== undefined && document.querySelector(`[data-seat="${who}"]`)?.getBoundingClientRect());
    if (!from || (Math.abs(from.x - now.x) < 2 && Math.abs(from.y - now.y) < 2)) continue;
    card.animate([{ transform: `translate(${from.x - now.x}px, ${from.y - now.y}px)` }, { transform: "none" }], { duration: 320, easing: "ease-out" });
  }
}

export async function showSweep(frame) {
  const trick = $("middle").querySelector(".trick") || $("middle").appendChild(make("div", { class: "pile trick" }));
  const before = places();
  trick.replaceChildren(...trickCards(frame.last_trick, frame.names));
  glide(before, { view: { by: frame.last_trick } });
  await pause(1300);
}

export const trickCards = (trick, names) => trick.map(([card, who]) =>
  make("figure", {}, cardElement(card), make("figcaption", {}, names[who].name)));

const stat = (name, value) => make("span", { class: "stat" }, make("small", {}, name), ` ${value}`);

function stats(view, seat) {
  const found = [];
  for (const [name, key] of [["score", "scores"], ["chips", "chips"], ["bet", "bets"], ["tricks", "tricks"]]) {
    if (view[key]) found.push(stat(name, view[key][seat]));
  }
  return [...found, ...view.status[seat].map((words) => stat("", words))];
}

// A row of cards in small: those that are known, and backs for the rest, at most ten.
function smallCards(pile, card, most = 10) {
  const known = pile.cards.slice(0, most);
  const hidden = Math.min(pile.count - pile.cards.length, most - known.length);
  return [...known.map((number) => card(number)), ...Array.from({ length: Math.max(0, hidden) }, () => cardElement(null))];
}

function sidePiles(view, seat, card) {
  return Object.entries(view.labels)
    .filter(([name]) => view.piles[name][seat].count)
    .map(([name, label]) => {
      const pile = view.piles[name][seat];
      const shown = name === "capture_zone" && !view.columns ? [] : smallCards(pile, card, name === "front" && view.bundles ? 1 : 8);
      return make("div", { class: "pile small" }, make("div", { class: "row" }, ...shown), make("small", {}, `${label}: ${pile.count}`));
    });
}

function renderOthers(frame, card) {
  const { view, names, seat: you } = frame;
  const others = names.map((_, seat) => (you + 1 + seat) % names.length).slice(0, -1);
  $("others").replaceChildren(...others.map((seat) => make("div", {
    class: `player${view.to_move === seat ? " turn" : ""}${view.out?.[seat] || view.folded?.[seat] ? " gone" : ""}`, "data-seat": seat },
    make("div", { class: "who" }, make("span", { class: "face-mark", "aria-hidden": "true" }, names[seat].name[0]),
      make("b", {}, names[seat].name), make("small", {}, names[seat].is), view.dealer === seat ? make("abbr", { title: "dealer" }, "D") : null),
    make("div", { class: "row fan", role: "img", "aria-label": `${names[seat].name} holds ${view.piles.hand[seat].count} cards` },
      ...smallCards(view.piles.hand[seat], card)),
    make("div", { class: "stats" }, stat("cards", view.piles.hand[seat].count), ...stats(view, seat)),
    ...sidePiles(view, seat, card))));
}

function pileElement(name, label, cards, count) {
  return make("div", { class: `pile ${name}` }, make("div", { class: "row" }, ...cards), make("small", {}, count === undefined ? label : `${label}: ${count}`));
}

// Suits that grow: a row for each, its cards in the order of their ranks.
function layoutElement(cards, card) {
  const rows = [0, 1, 3, 2].map((suit) => cards.filter((number) => suitOf(number) === suit).sort((a, b) => a - b));
  return make("div", { class: "pile layout" }, ...rows.filter((row) => row.length).map((row) =>
    make("div", { class: "row" }, ...row.map((number) => card(number)))), make("small", {}, "on the table"));
}

function renderMiddle(frame, card) {
  const { view, names } = frame, piles = view.piles, shown = [];
  if (piles.deck.count) shown.push(pileElement("deck", "stock", [card(piles.deck.cards.at(-1) ?? null)], piles.deck.count));
  if (piles.turned.count) shown.push(pileElement("turned", "under the stock", piles.turned.cards.map((number) => card(number))));
  if (piles.discard.count) shown.push(pileElement("discard", "discards", [card(piles.discard.cards[0] ?? null)], piles.discard.count));
  if (piles.tableau.count) shown.push(view.layout ? layoutElement(piles.tableau.cards, card)
    : pileElement(piles.tableau.count > MOST_WIDE ? "tableau crowded" : "tableau", "on the table", smallCards(piles.tableau, card, 20)));
  if (piles.aside.count) shown.push(pileElement("aside", view.aside.replace("the ", ""), smallCards(piles.aside, card, 3), piles.aside.count));
  if (piles.trick.count) {
    const by = new Map(view.by), rest = piles.trick.cards.filter((number) => !by.has(number));
    shown.push(make("div", { class: "pile trick" }, ...[...by.keys(), ...rest].map((number) => make("figure", {}, card(number),
      make("figcaption", {}, by.has(number) ? names[by.get(number)].name : ""))),
      ...Array.from({ length: piles.trick.count - piles.trick.cards.length }, () => cardElement(null))));
  }
  const facts = [];
  if (view.trump >= 0) facts.push(`trump ${SUIT_SIGNS[view.trump]}`);
  if (view.named_suit >= 0) facts.push(`named ${SUIT_SIGNS[view.named_suit]}`);
  if (view.pot) facts.push(`pot ${view.pot}`);
  if (facts.length) shown.push(make("p", { class: "table-facts" }, facts.join(" · ")));
  $("middle").replaceChildren(...shown);
}

function renderMine(frame, card) {
  const { view, names, seat } = frame;
  $("mine").replaceChildren(make("div", { class: `player you${view.to_move === seat ? " turn" : ""}`, "data-seat": seat },
    make("div", { class: "who" }, make("span", { class: "face-mark", "aria-hidden": "true" }, names[seat].name[0]),
      make("b", {}, `You (${names[seat].name})`), view.dealer === seat ? make("abbr", { title: "dealer" }, "D") : null),
    make("div", { class: "stats" }, ...stats(view, seat)), ...sidePiles(view, seat, card)));
  const hand = view.piles.hand[seat];
  const elements = [...hand.cards.map((number) => card(number)), ...Array.from({ length: Math.min(20, hand.count - hand.cards.length) }, () => cardElement(null))];
  $("hand").style.setProperty("--count", Math.max(2, elements.length));
  $("hand").replaceChildren(...elements);
  $("hand").classList.toggle("asked", elements.some((element) => element.classList.contains("legal")));
  $("hand").classList.toggle("loose", elements.length < 8);
}

export function writeLog(frame) {
  const log = $("log");
  if (frame.whole) log.replaceChildren();
  for (const line of frame.log) {
    if (!line.trim()) continue;
    const level = line.startsWith("  ") ? "" : "head";
    log.append(make("li", { class: level }, ...suitSpans(line.trim())));
  }
  while (log.children.length > 400) log.firstChild.remove();
  log.scrollTop = log.scrollHeight;
}

const suitSpans = (line) => line.split(/([♣♦♥♠])/).map((part) =>
  "♦♥".includes(part) && part ? make("span", { class: "red-sign" }, part) : part);
