// A chess board. The server knows the rules: it is told where a game began and its moves, and answers with all there is to draw.
import { make } from "./cards.js";

const $ = (id) => document.getElementById(id);
const GLYPHS = { k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };
const NAMES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
let game = null, chosen = null, turned = false, asked = 0;

async function ask(what, body) {
  const answer = await fetch(`/chess/${what}`, { method: "POST", body: JSON.stringify(body) });
  $("fault").textContent = answer.ok ? "" : await answer.text();
  return answer.ok ? answer.json() : null;
}

async function set(start, moves) {
  const found = await ask("position", { fen: start, moves });
  if (found) await take(found);
}

async function take(found) {
  game = found;
  chosen = null;
  draw();
  await think();
}

// What the machine thinks, deeper and deeper; then its move, if it is its turn.
async function think() {
  const mine = ++asked, { start, moves, turn } = game;
  if (!game.legal.length) return;
  const machine = $("side").value !== "both" && $("side").value !== turn;
  const deepest = Number($("strength").value);
  for (const iterations of [200, 2000, 20000].filter((each) => each <= Math.max(deepest, 2000))) {
    const found = await ask("think", { fen: start, moves, iterations });
    if (mine !== asked || !found) return;
    show(found);
    if (machine && iterations >= deepest) return set(start, [...moves, found.best[0].move]);
  }
}

function show({ best, white, iterations }) {
  const bar = $("evaluation");
  bar.style.setProperty("--white", `${Math.round(50 + 50 * white)}%`);
  bar.setAttribute("aria-label", `White's chances: ${Math.round(50 + 50 * white)} percent`);
  $("verdict").textContent = `${iterations} positions tried; expected result for white ${white >= 0 ? "+" : ""}${white.toFixed(2)}`;
  $("best").replaceChildren(make("tr", {}, ...["visits", "result", "expected line"].map((name) => make("th", {}, name))),
    ...best.map((each) => make("tr", {}, make("td", {}, each.visits),
      make("td", {}, each.mate ? `mate in ${Math.abs(each.mate)}` : each.value.toFixed(2)), make("td", {}, make("b", {}, each.san), ` ${each.line.slice(1).join(" ")}`))));
}

function draw() {
  const files = [..."abcdefgh"], ranks = [..."87654321"];
  const order = turned ? [ranks.toReversed(), files.toReversed()] : [ranks, files];
  const targets = new Set(game.legal.filter((move) => chosen && move.startsWith(chosen)).map((move) => move.slice(2, 4)));
  const last = game.moves.at(-1) || "";
  $("board").replaceChildren(...order[0].flatMap((rank) => order[1].map((file) => {
    const square = file + rank, piece = game.pieces[square];
    const name = piece ? `${piece === piece.toUpperCase() ? "white" : "black"} ${NAMES[piece.toLowerCase()]}` : "empty";
    const dark = (files.indexOf(file) + Number(rank)) % 2 === 1;
    return make("button", { type: "button", role: "gridcell", "data-square": square, "aria-label": `${square}, ${name}`,
      class: `square${dark ? " dark" : ""}${square === chosen ? " chosen" : ""}${targets.has(square) ? " target" : ""}${last.slice(0, 4).includes(square) && last ? " last" : ""}`,
      onclick: () => click(square) },
      piece ? make("span", { class: piece === piece.toUpperCase() ? "white" : "black" }, `${GLYPHS[piece.toLowerCase()]}\uFE0E`) : null);
  })));
  const machine = $("side").value !== "both" && $("side").value !== game.turn;
  $("status").textContent = game.outcome || `${game.turn} to move${game.check ? ", in check" : ""}${machine ? ": the machine thinks …" : ""}`;
  $("fen").value = game.fen;
  $("pgn").value = game.pgn;
  $("moves").textContent = game.san.map((san, place) => (place % 2 ? san : `${place / 2 + 1}. ${san}`)).join(" ");
}

async function click(square) {
  const moves = game.legal.filter((move) => chosen && move.slice(0, 4) === chosen + square);
  if (moves.length) {
    const move = moves.length > 1 ? await promote(moves) : moves[0];
    if (move) await set(game.start, [...game.moves, move]);
    return;
  }
  const mine = $("side").value === "both" || $("side").value === game.turn;
  chosen = mine && game.legal.some((move) => move.startsWith(square)) ? square : null;
  draw();
}

// Which piece a pawn becomes.
function promote(moves) {
  return new Promise((done) => {
    const dialog = make("dialog", { "aria-label": "Promotion" }, make("h2", {}, "Which piece?"), ...moves.map((move) =>
      make("button", { "data-piece": move[4], onclick: () => { done(move); dialog.close(); } }, NAMES[move[4]])));
    dialog.addEventListener("close", () => { dialog.remove(); done(null); });
    document.body.append(dialog);
    dialog.showModal();
  });
}

$("new").onclick = () => set(undefined, []);
$("undo").onclick = () => set(game.start, game.moves.slice(0, $("side").value === "both" ? -1 : -2));
$("flip").onclick = () => { turned = !turned; draw(); };
$("side").onchange = () => { turned = $("side").value === "black"; draw(); think(); };
$("fen").onchange = () => set($("fen").value, []);
$("pgn").onchange = async () => { const found = await ask("pgn", { pgn: $("pgn").value }); if (found) await take(found); };
set(undefined, []);
