const text = (id) => document.getElementById(id).textContent;
const world = JSON.parse(text("world"));
const specs = JSON.parse(text("specs"), (name, value) => (name === "values" && value === "@@world" ? world : value));
const dark = matchMedia("(prefers-color-scheme: dark)");
const print = matchMedia("print");

function theme() {
  const light = print.matches || !dark.matches;
  const ink = light ? "#3b424d" : "#c3c9d3";
  const line = light ? "#d9dce1" : "#3a414d";
  return {
    background: "transparent",
    font: "system-ui, sans-serif",
    view: { stroke: null },
    axis: { labelColor: ink, titleColor: ink, gridColor: line, domainColor: line, tickColor: line,
      labelFontSize: 12, titleFontSize: 12, titleFontWeight: "normal" },
    axisQuantitative: { tickCount: 6 },
    legend: { labelColor: ink, titleColor: ink, labelFontSize: 12, titleFontWeight: "normal" },
    header: { labelColor: ink, titleColor: ink },
  };
}

const drawn = new Map();

async function draw(id) {
  const place = document.getElementById(id);
  drawn.get(id)?.finalize();
  const result = await window.vegaEmbed(place, specs[id], {
    ast: true, actions: false, renderer: "svg", logLevel: 1, config: theme(),
    tooltip: { theme: print.matches || !dark.matches ? "light" : "dark" },
  });
  drawn.set(id, result);
  for (const list of place.querySelectorAll("select")) list.setAttribute("aria-label", "model");
}

async function drawAll() {
  for (const id of Object.keys(specs)) await draw(id);
  document.documentElement.dataset.drawn = "yes";
}

function key(cell) {
  const value = JSON.parse(cell.dataset.value);
  return Array.isArray(value) ? value[0] : value;
}

function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en", { numeric: true });
}

function sort(heading) {
  const table = heading.closest("table");
  const index = heading.cellIndex;
  const up = heading.getAttribute("aria-sort") !== "ascending";
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", up ? "ascending" : "descending");
  const rows = [...table.tBodies[0].rows].map((row) => [key(row.cells[index]), row]);
  rows.sort(([a], [b]) => {
    if (a === null || b === null) return (a === null) - (b === null);
    return up ? compare(a, b) : compare(b, a);
  });
  table.tBodies[0].append(...rows.map(([, row]) => row));
}

for (const heading of document.querySelectorAll("thead th")) {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...heading.childNodes);
  button.addEventListener("click", () => sort(heading));
  heading.append(button);
}

document.getElementById("unscripted").hidden = true;
dark.addEventListener("change", drawAll);
print.addEventListener("change", drawAll);
drawAll();
