// The page of a game: seats to fill, and an example that arrives when it has been played.
const seats = document.getElementById("seats");
const show = () => {
  for (const seat of document.querySelectorAll(".seat")) seat.hidden = Number(seat.dataset.seat) >= Number(seats.value);
};
seats.addEventListener("change", show);
show();

const answer = await fetch(`/example/${document.body.dataset.game}`);
if (answer.ok) {
  const example = await answer.json();
  const place = document.getElementById("example");
  place.querySelector("pre").textContent = example.lines.join("\n");
  place.hidden = example.lines.length === 0;
}
