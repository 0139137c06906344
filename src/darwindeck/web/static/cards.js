// Cards, drawn. Nothing here knows a game: a card is a number, suit * 16 + rank.
const SVG = "http://www.w3.org/2000/svg";
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const RANK_NAMES = ["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"];
const SUIT_NAMES = ["clubs", "diamonds", "hearts", "spades"];
export const SUIT_SIGNS = ["♣", "♦", "♥", "♠"];
const SUITS = [  // outlines in a square of 100
  "M50 6a20 20 0 0 1 17 31 20 20 0 1 1-11 34c1 9 4 16 10 23H34c6-7 9-14 10-23a20 20 0 1 1-11-34A20 20 0 0 1 50 6z",
  "M50 4 84 50 50 96 16 50z",
  "M50 92C20 66 6 50 6 31A23 23 0 0 1 50 22a23 23 0 0 1 44 9c0 19-14 35-44 61z",
  "M50 6c12 20 40 34 40 57a19 19 0 0 1-34 12c1 8 4 14 9 20H35c5-6 8-12 9-20a19 19 0 0 1-34-12C10 40 38 26 50 6z",
];
// Where the pips of each rank stand: columns 30, 50, 70; rows from 24 to 116 of a card of 100 by 140.
const PIPS = {
  2: [[50, 28], [50, 112]], 3: [[50, 28], [50, 70], [50, 112]], 4: [[31, 28], [69, 28], [31, 112], [69, 112]],
};
PIPS[5] = [...PIPS[4], [50, 70]];
PIPS[6] = [...PIPS[4], [31, 70], [69, 70]];
PIPS[7] = [...PIPS[6], [50, 49]];
PIPS[8] = [...PIPS[7], [50, 91]];
PIPS[9] = [[31, 28], [69, 28], [31, 56], [69, 56], [31, 84], [69, 84], [31, 112], [69, 112], [50, 70]];
PIPS[10] = [...PIPS[9].slice(0, 8), [50, 42], [50, 98]];

export const suitOf = (card) => card >> 4;
export const rankOf = (card) => card & 15;
export const cardName = (card) => `${RANK_NAMES[rankOf(card)]} of ${SUIT_NAMES[suitOf(card)]}`;

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function draw(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function pip(suit, x, y, size, turned = false) {
  const place = `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})`;
  return draw("path", { d: SUITS[suit], transform: turned ? `rotate(180 ${x} ${y}) ${place}` : place });
}

function corner(card, turned) {
  const text = draw("text", { x: 11, y: 22, "text-anchor": "middle", class: "index" });
  text.textContent = RANKS[rankOf(card)];
  return draw("g", turned ? { transform: "rotate(180 50 70)" } : {}, text, pip(suitOf(card), 11, 34, 15));
}

// A court card: a framed figure of crown, letter and suit, the same upside down.
function court(card) {
  const rank = rankOf(card), suit = suitOf(card);
  const crowns = { 10: "M36 40l4-14 10 8 10-8 4 14z", 11: "M34 40l2-15 8 8 6-12 6 12 8-8 2 15z", 12: "M32 40V24l9 8 5-12h8l5 12 9-8v16z" };
  const half = (turned) => {
    const letter = draw("text", { x: 50, y: 66, "text-anchor": "middle", class: "letter" });
    letter.textContent = RANKS[rank];
    return draw("g", turned ? { transform: "rotate(180 50 70)" } : {},
      draw("path", { d: crowns[rank], class: "crown" }), letter, pip(suit, 31, 57, 13));
  };
  return [draw("rect", { x: 22, y: 16, width: 56, height: 108, rx: 5, class: "court" }),
    draw("path", { d: "M22 84 78 56", class: "sash" }), half(false), half(true)];
}

export function face(card) {
  const rank = rankOf(card), suit = suitOf(card);
  const red = suit === 1 || suit === 2;
  let body;
  if (rank === 0) body = [pip(suit, 50, 70, suit === 3 ? 58 : 46)];
  else if (rank < 10) body = PIPS[rank + 1].map(([x, y]) => pip(suit, x, y, 19, y > 70));
  else body = court(card);
  return draw("svg", { viewBox: "0 0 100 140", class: `face ${red ? "red" : "black"}`, "aria-hidden": "true" },
    corner(card, false), corner(card, true), ...body);
}

// An element for a card; null is one that is not seen. `options` may hold onclick, name, tag.
export function cardElement(card, { onclick, label, key } = {}) {
  const name = card === null ? "a card face down" : cardName(card);
  const element = make(onclick ? "button" : "div", {
    class: `card${card === null ? " backside" : ""}${onclick ? " legal" : ""}`, type: onclick ? "button" : null,
    role: onclick ? null : "img", "aria-label": label ? `${label}` : name, title: label || name, onclick: onclick || (() => {}),
  });
  if (card !== null) {
    element.dataset.card = card;
    element.append(face(card));
  }
  if (key) element.dataset.key = key;
  return element;
}
