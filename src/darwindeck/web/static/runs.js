// A run as it goes on: asked for again and again until it has ended. Charts are drawn here as SVG.
import { draw, make } from "./cards.js";

const $ = (id) => document.getElementById(id);
const run = document.body.dataset.run;
const WIDTH = 480, HEIGHT = 240, LEFT = 34, BOTTOM = 22;
let axes = null, last = "";

const x = (share) => LEFT + share * (WIDTH - LEFT - 8);
const y = (share) => 8 + (1 - share) * (HEIGHT - BOTTOM - 8);

function frame(...children) {
  const lines = [0, 0.25, 0.5, 0.75, 1].map((share) => draw("line", { x1: LEFT, x2: WIDTH - 8, y1: y(share), y2: y(share), class: "grid" }));
  return draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img" }, ...lines, ...children);
}

function label(text, px, py, anchor = "middle") {
  const element = draw("text", { x: px, y: py, "text-anchor": anchor, class: "tick" });
  element.textContent = text;
  return element;
}

function curve({ generations, planned }) {
  const at = (number) => x(planned > 1 ? number / (planned - 1) : 0.5);
  const path = (key) => generations.map((each, number) => `${number ? "L" : "M"}${at(number).toFixed(1)} ${y(each[key]).toFixed(1)}`).join("");
  const band = `${path("high")}${[...generations].reverse().map((each, back) => `L${at(generations.length - 1 - back).toFixed(1)} ${y(each.low).toFixed(1)}`).join("")}Z`;
  const chart = frame(draw("path", { d: band, class: "band" }), draw("path", { d: path("median"), class: "median" }), draw("path", { d: path("best"), class: "best" }),
    ...generations.map((each, number) => draw("circle", { cx: at(number), cy: y(each.best), r: 3, class: "dot" })),
    label("0", LEFT - 6, y(0) + 4, "end"), label("1", LEFT - 6, y(1) + 4, "end"), label("1", x(0), HEIGHT - 4), label(planned, x(1), HEIGHT - 4));
  chart.setAttribute("aria-label", `Best fitness by generation: ${generations.map((each) => each.best.toFixed(2)).join(", ")}`);
  $("curve").replaceChildren(chart);
}

// The games kept, as dots on two axes; one of words has a place for each word. Games without a value are not drawn.
function map({ kept, name }) {
  const [across, up] = [$("across").value, $("up").value];
  const drawn = kept.filter((game) => across in game.at && up in game.at);
  const [px, py] = [scale(drawn, across), scale(drawn, up)];
  const dots = drawn.map((game) => draw("a", { href: `/game/kept/${name}/${game.id}`, "aria-label": `A game: fitness ${game.fitness.toFixed(2)}, ${words(across)} ${tell(game.at[across])}, ${words(up)} ${tell(game.at[up])}` },
    draw("circle", { cx: x(px.place(game)), cy: y(py.place(game)), r: 7, class: "game", "fill-opacity": (0.25 + 0.75 * game.fitness).toFixed(2) })));
  const ticks = [...px.ticks.map(([text, share]) => label(text, x(share), HEIGHT - 12)), ...py.ticks.map(([text, share]) => (py.isWords ? label(text, LEFT + 2, y(share) - 10, "start") : label(text, LEFT - 6, y(share) + 4, "end")))];
  $("map").replaceChildren(frame(...ticks, ...dots, label(words(across), x(0.5), HEIGHT - 1)));
  const missing = kept.length - drawn.length;
  if (missing) $("map").append(make("p", { class: "facts" }, `Of ${missing} more ${missing === 1 ? "game" : "games"} this is not known.`));
}

const words = (axis) => axis.replaceAll("_", " ");
const tell = (value) => (typeof value === "string" ? value : value.toFixed(value < 10 ? 2 : 0));

// Where the games lie along an axis, from 0 to 1, and what is written beside it.
function scale(games, axis) {
  const values = games.map((game) => game.at[axis]);
  if (values.some((value) => typeof value === "string")) {
    const all = [...new Set(values)].sort();
    const share = (value) => (all.indexOf(value) + 0.5) / all.length;
    return { place: (game) => share(game.at[axis]), ticks: all.map((value) => [value, share(value)]), isWords: true };
  }
  const most = Math.max(1, ...values);
  return { place: (game) => Math.max(0, Math.min(1, game.at[axis] / most)), ticks: [["0", 0], [tell(most), 1]], isWords: false };
}

// What became of the candidates, a column a generation; the most frequent fates have a colour of their own.
const COLOURS = 6, LISTED = 9;

function fates({ fates, columns, planned }) {
  const names = fates.slice(0, COLOURS).map(([name]) => name);
  const most = Math.max(1, ...columns.map((column) => Object.values(column).reduce((a, b) => a + b, 0)));
  const wide = (x(1) - x(0)) / Math.max(planned, 1);
  const boxes = columns.flatMap((column, number) => {
    let below = 0;
    return [...names.map((name) => column[name] ?? 0), Object.entries(column).reduce((sum, [name, count]) => sum + (names.includes(name) ? 0 : count), 0)].map((count, place) => {
      const box = draw("rect", { x: x(0) + number * wide + wide * 0.1, width: wide * 0.8, y: y((below + count) / most), height: y(0) - y(count / most), class: `fate fate-${place}` });
      below += count;
      const tip = draw("title", {});
      tip.textContent = `generation ${number + 1}: ${count} ${names[place] ?? "other"}`;
      box.append(tip);
      return box;
    });
  });
  const chart = frame(...boxes, label(most, LEFT - 6, y(1) + 4, "end"), label("0", LEFT - 6, y(0) + 4, "end"), label("1", x(0) + wide / 2, HEIGHT - 4), label(planned, x(1) - wide / 2, HEIGHT - 4));
  chart.setAttribute("aria-label", "What became of the candidates, generation by generation; the numbers of all are below");
  $("fates").replaceChildren(chart);
}

function bars(all) {
  const rest = all.slice(LISTED).reduce((sum, [, count]) => sum + count, 0);
  const failed = rest ? [...all.slice(0, LISTED), ["other reasons", rest]] : all;
  const most = Math.max(1, ...failed.map(([, count]) => count));
  $("failed").replaceChildren(...failed.map(([why, count], place) => make("p", { class: "bar reason" }, make("span", {}, make("i", { class: `swatch fate-${Math.min(place, COLOURS)}` }), why),
    draw("svg", { viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" }, draw("rect", { width: 100, height: 6, rx: 3, class: "rail" }),
      draw("rect", { width: (100 * count) / most, height: 6, rx: 3, class: "fill" })), make("b", {}, count))));
}

function show(state) {
  const done = state.generations.length;
  const how = state.running ? "running" : state.finished ? "finished" : "stopped";
  const pace = state.running ? (state.lines.join("\n").match(/[\d,]+ games\/s · [\d:]+ left/g) ?? []).at(-1) : null;
  $("state").textContent = [how, `${done} of ${state.planned} generations`, `${state.kept.length} games kept`, pace].filter(Boolean).join(" · ");
  $("stop").parentElement.hidden = !state.running;
  $("resume").parentElement.hidden = state.running || state.finished;
  $("games").hidden = !state.finished;
  $("lines").textContent = state.lines.join("\n");
  $("lines").parentElement.hidden = !state.lines.length;
  if (!axes && state.axes.length) {
    axes = state.axes;
    for (const [id, chosen] of [["across", "minutes"], ["up", "kind"]]) {
      $(id).replaceChildren(...axes.map((axis) => make("option", { value: axis, selected: axis === chosen }, axis.replaceAll("_", " "))));
      $(id).onchange = () => map(JSON.parse(last));
    }
  }
  if (done) {
    curve(state);
    map(state);
    fates(state);
    bars(state.fates);
  }
}

async function watch() {
  const answer = await fetch(`/runs/${run}/state`);
  if (answer.ok) {
    const text = await answer.text();
    if (text !== last) show(JSON.parse((last = text)));
    if (!JSON.parse(text).running) return;
  }
  setTimeout(watch, 2000);
}
watch();
