// The page of a game: seats to fill, measuring it, and an example that arrives when it has been played.
const seats = document.getElementById("seats");
const show = () => {
  for (const seat of document.querySelectorAll(".seat")) seat.hidden = Number(seat.dataset.seat) >= Number(seats.value);
};
seats.addEventListener("change", show);
show();

// Measuring goes on without this page; it asks how far it is, and shows itself anew when there is something to show.
const form = document.getElementById("measure");
async function follow(first) {
  const [progress, status] = [form.querySelector("progress"), form.querySelector("[role=status]")];
  for (let state = first; ; state = await (await fetch(form.dataset.address)).json()) {
    if (state.ready) return location.reload();
    form.querySelector("button").disabled = state.step !== undefined;
    progress.hidden = state.step === undefined;
    if (state.step === undefined) return (status.textContent = state.failed ?? "");
    progress.value = state.done / state.of;
    status.textContent = state.step === "waiting" ? "Waiting for other games …" : `Measuring: ${state.step}, step ${state.done + 1} of ${state.of} …`;
    await new Promise((done) => setTimeout(done, 1000));
  }
}
if (form) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await fetch(form.dataset.address, { method: "POST" });
    if (answer.ok) follow(await answer.json());
    else form.querySelector("[role=status]").textContent = await answer.text();
  });
  fetch(form.dataset.address).then((answer) => answer.json()).then((state) => state.step !== undefined && follow(state));
}

const answer = await fetch(`/example/${document.body.dataset.game}`);
if (answer.ok) {
  const example = await answer.json();
  const place = document.getElementById("example");
  place.querySelector("pre").textContent = example.lines.join("\n");
  place.hidden = example.lines.length === 0;
}
