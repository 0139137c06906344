// The table: shows what the server sends of one seat, and sends moves. It knows no rules.
import { cardElement, make } from "./cards.js";
import { $, drawTable, pause, quiet, setting, showSweep, trickCards, writeLog } from "./felt.js";

const key = document.body.dataset.key;
const state = { frame: null, queue: [], showing: false, sent: false };

// The connection. It is opened again when it breaks, and the server then sends everything anew.
let socket;
function connect() {
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/seat/${key}/live`);
  socket.onmessage = (event) => receive(JSON.parse(event.data));
  socket.onclose = () => {
    $("table").classList.add("away");
    setTimeout(connect, 1500);
  };
}

function receive(message) {
  $("table").classList.remove("away");
  if (message.hello) showInvitations(message.hello.invitations);
  if (message.frame) {
    state.queue.push(message.frame);
    playQueue();
  }
  if (message.hints) showHints(message.hints);
  if (message.error) $("prompt").textContent = [state.frame?.question?.prompt, message.error].filter(Boolean).join(": ");
  if (message.curtain) state.queue.push({ curtain: message.curtain }), playQueue();
}

function send(message) {
  if (socket.readyState === 1) socket.send(JSON.stringify({ ...message, ply: state.frame?.ply }));
}

function choose(move) {
  if (state.sent || state.queue.length) return;
  state.sent = true;
  send({ move });
}

// Frames are shown one after the other, slowly enough to be followed.
async function playQueue() {
  if (state.showing) return;
  state.showing = true;
  while (state.queue.length) {
    const frame = state.queue.shift();
    if (frame.curtain) await curtain(frame.curtain);
    else {
      if (frame.swept) await showSweep(frame);
      render(frame);
      if (state.queue.length) await pause(650);
    }
  }
  state.showing = false;
  await makeForcedMove();
}

async function makeForcedMove() {
  const frame = state.frame, question = frame?.question;
  if (!question || question.pick || question.options.length !== 1 || !setting("auto", "on")) return;
  await pause(700);
  if (state.frame === frame && !state.queue.length) choose(question.options[0].move);
}

// Several people at one screen: nobody's cards are shown until the next person says so.
function curtain({ seat, name }) {
  return new Promise((done) => {
    const dialog = make("dialog", { class: "curtain", "aria-label": `${name} is next` },
      make("h2", {}, `${name} is next`), make("p", {}, "Hand over the screen. Nobody's cards are shown until you go on."),
      make("button", { class: "primary", onclick: () => dialog.close() }, `I am ${name}`));
    for (const place of ["hand", "actions"]) $(place).replaceChildren();
    document.body.append(dialog);
    dialog.addEventListener("close", () => { dialog.remove(); send({ show: seat }); done(); });
    dialog.showModal();
  });
}

function render(frame) {
  state.frame = frame;
  state.sent = false;
  const options = new Map((frame.question?.options || []).filter((o) => o.card !== null).map((o) => [o.card, o]));
  const used = new Set();
  const pick = new Set(frame.question?.pick || []);
  state.picked = new Set();
  drawTable(frame, (number) => {
    if (pick.has(number)) return pickable(number);
    const option = options.get(number);
    if (option) used.add(number);
    return cardElement(number, option ? { onclick: () => choose(option.move), label: option.text } : {});
  });
  if (!frame.question?.pick) $("hand").querySelectorAll(".legal").forEach(drag);
  renderQuestion(frame, used);
  writeLog(frame);
  $("undo").hidden = !frame.undo;
  $("last").disabled = !frame.last_trick.length;
  if (frame.view.winners) end(frame);
}

const pickText = (question) => `Pick ${question.how_many}, then choose them here`;

// One of several cards that are chosen together, in any order, and sent when they are confirmed.
function pickable(number) {
  const element = cardElement(number, { onclick: () => {
    state.picked.has(number) ? state.picked.delete(number) : state.picked.add(number);
    element.classList.toggle("picked", state.picked.has(number));
    element.setAttribute("aria-pressed", state.picked.has(number));
    const button = $("actions").querySelector(".confirm");
    const question = state.frame.question;
    button.disabled = !question.counts.includes(state.picked.size);
    button.lastChild.textContent = button.disabled ? pickText(question) : `Choose these ${state.picked.size}`;
  } });
  element.setAttribute("aria-pressed", false);
  return element;
}

function confirm() {
  if (state.sent || state.queue.length || !state.frame.question.counts.includes(state.picked.size)) return;
  send({ pick: [...state.picked] });
}

// What can be done besides touching a card.
function renderQuestion(frame, used) {
  const { view, question, names } = frame;
  const who = view.to_move >= 0 ? names[view.to_move].name : "";
  $("prompt").textContent = question ? `${question.prompt}` : view.winners ? "" : `${who} is thinking …`;
  const rest = (question?.options || []).filter((option) => option.card === null || !used.has(option.card));
  $("actions").replaceChildren(...rest.map((option, place) => make("button", {
    type: "button", class: "action", "data-move": option.move, onclick: () => choose(option.move) },
    place < 9 ? make("kbd", {}, place + 1) : null, option.text)));
  if (question?.pick) $("actions").append(make("button", { type: "button", class: "action confirm", disabled: true, onclick: confirm },
    make("kbd", {}, "Space"), pickText(question)));
}

function end(frame) {
  const won = frame.view.winners.includes(frame.seat);
  const names = frame.view.winners.map((seat) => (seat === frame.seat ? "You" : frame.names[seat].name));
  const lines = [...$("log").children], head = lines.findLastIndex((line) => line.classList.contains("head"));
  const told = lines.slice(head + 1).map((line) => line.textContent);  // the totals, under "Game over"
  $("prompt").textContent = [names.length ? `${names.join(" and ")} won.` : "Nobody won.", ...told].join(" ");
  $("actions").replaceChildren(
    make("button", { class: "primary", type: "button", onclick: () => $("rate-dialog").showModal() }, "Rate this game"),
    make("a", { class: "button", href: `/game/${document.body.dataset.game}` }, "Play again"),
    make("a", { class: "button", href: "/" }, "Other games"));
  $("table").classList.toggle("won", won);
}

// Hints, last trick, invitations.

function showHints(hints) {
  const best = new Map(hints.map((hint) => [hint.move, hint]));
  for (const option of state.frame.question?.options || []) {
    const hint = best.get(option.move);
    const element = document.querySelector(option.card !== null ? `.legal[data-card="${option.card}"]` : `[data-move="${option.move}"]`)
      || document.querySelector(`[data-move="${option.move}"]`);
    if (hint && element) {
      element.querySelector(".hint")?.remove();
      element.append(make("span", { class: "hint" }, `${Math.round(hint.share * 100)} %`));
    }
  }
  $("prompt").textContent = hints.length
    ? `A search would choose ${textOf(hints[0].move)} (${Math.round(hints[0].share * 100)} % of its games, result ${hints[0].value.toFixed(2)}).`
    : "There is only one move.";
}

const textOf = (move) => state.frame.question.options.find((option) => option.move === move)?.text || "this";

function showLastTrick() {
  const { last_trick: trick, names } = state.frame || {};
  if (!trick?.length) return;
  const dialog = make("dialog", { "aria-label": "Last trick" }, make("h2", {}, "Last trick"),
    make("div", { class: "pile trick" }, ...trickCards(trick, names)), make("button", { onclick: () => dialog.close() }, "Close"));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function showInvitations(links) {
  $("invitations").replaceChildren(...links.map(({ name, path }) => make("p", {}, `Address for ${name}, to be opened once: `,
    make("a", { href: path }, location.origin + path))));
}

// A card can also be dragged to the middle.
function drag(card) {
  let start = null;
  card.addEventListener("pointerdown", (event) => { start = event; });
  card.addEventListener("pointermove", (event) => {
    if (!start) return;
    const x = event.clientX - start.clientX, y = event.clientY - start.clientY;
    if (Math.hypot(x, y) > 8) {
      card.setPointerCapture(event.pointerId);
      card.classList.add("dragged");
      card.style.translate = `${x}px ${y}px`;
    }
  });
  const drop = (event) => {
    const up = start && start.clientY - event.clientY > 70 && card.classList.contains("dragged");
    if (card.classList.contains("dragged")) card.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
    setTimeout(() => card.classList.remove("dragged"), 0);
    card.style.translate = "";
    start = null;
    if (up) choose(Number(card.dataset.card));
  };
  card.addEventListener("pointerup", drop);
  card.addEventListener("pointercancel", drop);
}

// Keys: arrows walk among what can be chosen, digits press buttons, letters are those of the tools.
const KEYS = { "?": "show-rules", l: "last", h: "hint", u: "undo" };
addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea, select") || document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
  const choices = [...document.querySelectorAll(".felt-table .legal, .actions button")];
  if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
    const step = event.key === "ArrowRight" ? 1 : -1;
    const at = choices.indexOf(document.activeElement);
    choices[(at < 0 ? (step > 0 ? 0 : choices.length - 1) : at + step + choices.length) % choices.length]?.focus();
  } else if (event.key === " " && state.frame?.question?.pick && !document.activeElement.matches(".legal")) {
    event.preventDefault();
    confirm();
  } else if (/^[1-9]$/.test(event.key)) $("actions").querySelectorAll("button")[event.key - 1]?.click();
  else if (KEYS[event.key.toLowerCase()]) $(KEYS[event.key.toLowerCase()]).click();
});

$("show-rules").onclick = () => $("rules-dialog").showModal();
$("last").onclick = showLastTrick;
$("hint").onclick = () => { if (state.frame?.question) { $("prompt").textContent = "A search is thinking …"; send({ hint: true }); } };
$("undo").onclick = () => send({ undo: true });
for (const [name, stored] of [["calm", "animation"], ["auto", "auto"]]) {
  const word = $(name).textContent;
  const show = () => {
    const on = stored === "animation" ? !quiet() : setting("auto", "on");
    $(name).setAttribute("aria-pressed", on);
    $(name).textContent = `${word}: ${on ? "on" : "off"}`;
  };
  $(name).onclick = () => {
    localStorage.setItem(stored, $(name).getAttribute("aria-pressed") === "true" ? "off" : "on");
    show();
    makeForcedMove();
  };
  show();
}

$("rate").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  const again = form.get("again");
  const said = { stars: Number(form.get("stars")), again: again ? again === "yes" : null, reasons: form.getAll("reasons"), comment: form.get("comment") };
  const answer = await fetch(`/seat/${key}/rate`, { method: "POST", body: JSON.stringify(said) });
  $("rated").textContent = answer.ok ? "Thank you. It is kept." : await answer.text();
});

connect();
