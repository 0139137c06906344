// Search, filters and order of the gallery, by the attributes that the server wrote on each game.
const shelves = [...document.querySelectorAll(".shelf")].map((shelf) => ({ shelf, list: shelf.querySelector(".gallery") }));
const games = shelves.flatMap(({ list }) => [...list.children]);
const value = (id) => document.getElementById(id).value;
const ORDER = {
  title: (a, b) => a.dataset.title.localeCompare(b.dataset.title),
  minutes: (a, b) => number(a, "minutes", 1e9) - number(b, "minutes", 1e9),
  fitness: (a, b) => number(b, "fitness", -1) - number(a, "fitness", -1),
  luck: (a, b) => number(a, "luck", 9) - number(b, "luck", 9),
  depth: (a, b) => number(b, "depth", -1) - number(a, "depth", -1),
};

function number(game, name, missing) {
  const text = game.dataset[name];
  return text === undefined || text === "" ? missing : Number(text);
}

function show() {
  const words = value("search").toLowerCase().split(/\s+/).filter(Boolean);
  const kind = value("kind"), seats = value("seats"), sort = value("sort");
  const sorted = sort ? [...games].sort(ORDER[sort]) : games;
  for (const game of sorted) {
    const fits = words.every((word) => game.dataset.text.includes(word)) && (!kind || game.dataset.kind === kind) &&
      (!seats || game.dataset.seats.split(" ").includes(seats));
    game.hidden = !fits;
    game.parentElement.append(game);
  }
  for (const { shelf, list } of shelves) shelf.hidden = ![...list.children].some((game) => !game.hidden);
  document.getElementById("none").hidden = games.some((game) => !game.hidden);
}

const form = document.querySelector(".tools");
const run = new URLSearchParams(location.search).get("run");
if (run) document.getElementById("search").value = run;
form.addEventListener("input", show);
form.addEventListener("submit", (event) => event.preventDefault());
show();
