// The list of images: searched, filtered, sorted and shown a page at a time.
(async () => {
  "use strict";
  const { element } = cutline;
  const pageSize = 20;
  const list = document.getElementById("image-list");
  const highlights = [...document.querySelectorAll("[data-highlight]")];

  let data;
  try {
    data = await cutline.unpack("image-data");
  } catch (error) {
    for (const place of [list, ...highlights]) place.replaceChildren(cutline.state("error", error.message));
    return;
  }

  for (const container of highlights) {
    const places = data.highlights[container.dataset.highlight];
    container.replaceChildren(...(places.length
      ? places.map((place) => cutline.card(data, place, data.lead))
      : [cutline.state("empty", "None: all are alike.")]));
  }

  const field = (name) => document.getElementById(`image-${name}`);
  const [search, slice, metric, order, direction] =
    ["search", "slice", "metric", "order", "direction"].map(field);
  const pagers = [...document.querySelectorAll("#images .pager")];
  const shown = { places: [], page: 0, highestFirst: true };
  let texts = null;

  const option = (value, label) => element("option", { value: String(value) }, label);

  function fillControls() {
    slice.append(option("", "all images"), ...data.slices.map((slicing, number) => element(
      "optgroup", { label: slicing.description },
      slicing.labels.map((label, part) => option(
        `${number} ${part}`, `${label} (${slicing.members[part].length.toLocaleString("en")})`)))));
    field("slice-field").hidden = !data.slices.length;
    metric.append(...data.metrics.map((spec, number) => option(number, spec)));
    metric.value = String(data.lead);
    order.append(option("listed", "order of the references"));
    data.systems.forEach((system, run) => order.append(option(`run ${run}`, `value of ${system}`)));
    if (data.systems.length > 1) {
      order.append(option("mean", "mean of the systems"), option("spread", "how far systems differ"));
      data.systems.slice(1).forEach((system, number) => order.append(
        option(`difference ${number + 1}`, `${system} minus ${data.systems[0]}`)));
    }
  }

  function searchable() {
    texts ??= data.ids.map((id, place) => [
      id, ...data.references[place], ...data.captions.map((run) => run[place]),
    ].join("\n").toLowerCase());
    return texts;
  }

  // What images are sorted by, as a function of the place; nothing for the order of the file.
  function sortKey() {
    const [kind, number] = order.value.split(" ");
    const of = data.values.map((run) => run[Number(metric.value)]);
    const all = (place) => of.map((values) => values[place]);
    return {
      listed: null,
      run: (place) => of[Number(number)][place],
      mean: (place) => all(place).reduce((sum, value) => sum + value, 0),
      spread: (place) => Math.max(...all(place)) - Math.min(...all(place)),
      difference: (place) => of[Number(number)][place] - of[0][place],
    }[kind];
  }

  function choose() {
    const [slicing, part] = slice.value.split(" ").map(Number);
    let places = slice.value ? data.slices[slicing].members[part] : data.ids.map((_, place) => place);
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length) {
      const inside = searchable();
      places = places.filter((place) => words.every((word) => inside[place].includes(word)));
    }
    const key = sortKey();
    const sign = shown.highestFirst ? -1 : 1;
    if (key) {
      const keys = new Map(places.map((place) => [place, key(place) ?? -Infinity]));
      places = [...places].sort((a, b) => sign * (keys.get(a) - keys.get(b)) || a - b);
    } else if (!shown.highestFirst) places = [...places].reverse();
    shown.places = places;
    shown.page = 0;
    show();
  }

  function show() {
    const first = shown.page * pageSize;
    const part = shown.places.slice(first, first + pageSize);
    list.replaceChildren(...(part.length
      ? part.map((place) => cutline.card(data, place, Number(metric.value)))
      : [cutline.state("empty", "No image matches. Try fewer words or another slice.")]));
    const count = shown.places.length;
    field("count").textContent = count
      ? `${count.toLocaleString("en")} of ${data.ids.length.toLocaleString("en")} images; ` +
        `showing ${(first + 1).toLocaleString("en")} to ${(first + part.length).toLocaleString("en")}`
      : "No images";
    const last = Math.max(0, Math.ceil(count / pageSize) - 1);
    for (const pager of pagers) {
      pager.hidden = !last;
      const [previous, place, next] = pager.children;
      previous.disabled = !shown.page;
      place.textContent = `Page ${shown.page + 1} of ${last + 1}`;
      next.disabled = shown.page >= last;
    }
  }

  function turn(by, isBelow) {
    shown.page += by;
    show();
    if (isBelow) document.getElementById("images").scrollIntoView();
  }

  fillControls();
  pagers.forEach((pager, number) => {
    const button = (label, by) => {
      const made = element("button", { type: "button" }, label);
      made.addEventListener("click", () => turn(by, number > 0));
      return made;
    };
    pager.append(button("Previous", -1), element("span"), button("Next", 1));
  });
  direction.addEventListener("click", () => {
    shown.highestFirst = !shown.highestFirst;
    nameDirection();
    choose();
  });

  function nameDirection() {
    const names = order.value === "listed" ? ["First first", "Last first"] : ["Highest first", "Lowest first"];
    direction.textContent = names[shown.highestFirst ? 0 : 1];
  }

  let waiting;
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(choose, 80);
  });
  for (const control of [slice, metric, order]) {
    control.addEventListener("change", () => { nameDirection(); choose(); });
  }
  const form = document.getElementById("image-controls");
  form.addEventListener("submit", (event) => { event.preventDefault(); choose(); });
  form.hidden = false;
  nameDirection();
  choose();
})();
