// A replay: the frames of a simulated game, stepped through by hand or by the clock. All cards are open.
import { $, drawTable, showSweep, writeLog } from "./felt.js";

const game = document.body.dataset.game;
let frames = [], names = [], at = 0, clock = null;

async function load(seed) {
  const answer = await fetch(`/frames/${game}?seed=${seed}&player=${$("player").value}`);
  if (!answer.ok) return void ($("prompt").textContent = await answer.text());
  ({ frames, names } = await answer.json());
  $("place").max = frames.length - 1;
  show(0);
}

async function show(place) {
  const step = place === at + 1;
  at = Math.max(0, Math.min(place, frames.length - 1));
  const frame = { ...frames[at], names, seat: 0 };
  if (step && frame.swept) await showSweep(frame);
  drawTable(frame);
  writeLog({ whole: true, log: frames.slice(0, at + 1).flatMap((each) => each.log) });
  $("place").value = at;
  $("prompt").textContent = at ? frame.log.filter((line) => line.startsWith("  "))[0]?.trim() || "" : "The deal.";
}

function run(on) {
  clearInterval(clock);
  clock = on ? setInterval(() => (at < frames.length - 1 ? show(at + 1) : run(false)), 1400) : null;
  $("run").textContent = on ? "Pause" : "Play";
}

const go = (place) => { run(false); show(place); };
$("first").onclick = () => go(0);
$("back").onclick = () => go(at - 1);
$("next").onclick = () => go(at + 1);
$("end").onclick = () => go(frames.length - 1);
$("run").onclick = () => run(!clock);
$("place").oninput = () => go(Number($("place").value));
$("other").onclick = () => load(Math.floor(Math.random() * 2 ** 40));
$("player").onchange = () => load(1);
addEventListener("keydown", (event) => {
  if (event.target.matches("input, select")) return;
  if (event.key === "ArrowRight") go(at + 1);
  if (event.key === "ArrowLeft") go(at - 1);
});
load(1);
