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
      ? places.map((place) => cutline.card(data, place, data.lead, "h4"))
      : [cutline.state("empty", "None: all are alike.")]));
  }

  const field = (name) => document.getElementById(`image-${name}`);
  const [search, slice, metric, order, direction] =
    ["search", "slice", "metric", "order", "direction"].map(field);
  const form = document.getElementById("image-controls");
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

  // What images are sorted by, as a function of the place; nothing for the order of the file. Where
  // a value is not defined, neither is what is made from it.
  function sortKey() {
    const [kind, number] = order.value.split(" ");
    const of = data.values.map((run) => run[Number(metric.value)]);
    const from = (runs, make) => (place) => {
      const values = runs.map((run) => of[run][place]);
      return values.includes(null) ? null : make(values);
    };
    const all = of.map((_, run) => run);
    return {
      listed: null,
      run: from([Number(number)], ([value]) => value),
      mean: from(all, (values) => values.reduce((sum, value) => sum + value, 0)),
      spread: from(all, (values) => Math.max(...values) - Math.min(...values)),
      difference: from([0, Number(number)], ([first, second]) => second - first),
    }[kind];
  }

  // What has no key goes last, whichever way.
  function sorted(places, key) {
    if (!key) return shown.highestFirst ? places : [...places].reverse();
    const sign = shown.highestFirst ? -1 : 1;
    const keys = new Map(places.map((place) => [place, key(place)]));
    const keyed = places.filter((place) => keys.get(place) !== null);
    const rest = places.filter((place) => keys.get(place) === null);
    return [...keyed.sort((a, b) => sign * (keys.get(a) - keys.get(b)) || a - b), ...rest];
  }

  function choose() {
    const [slicing, part] = slice.value.split(" ").map(Number);
    let places = slice.value ? data.slices[slicing].members[part] : data.ids.map((_, place) => place);
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length) {
      const inside = searchable();
      places = places.filter((place) => words.every((word) => inside[place].includes(word)));
    }
    shown.places = sorted(places, sortKey());
    shown.page = 0;
    show();
  }

  function show() {
    const first = shown.page * pageSize;
    const part = shown.places.slice(first, first + pageSize);
    list.replaceChildren(...(part.length
      ? part.map((place) => cutline.card(data, place, Number(metric.value), "h3"))
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

  // The list starts anew above, so there the focus goes on; to the other button at an end.
  function turn(by) {
    shown.page += by;
    show();
    const [previous, , next] = pagers[0].children;
    const [wanted, other] = by < 0 ? [previous, next] : [next, previous];
    (wanted.disabled ? other : wanted).focus({ preventScroll: true });
    if (pagers[0].getBoundingClientRect().top < 0) form.scrollIntoView();
  }

  fillControls();
  pagers.forEach((pager) => {
    const button = (label, by) => {
      const made = element("button", { type: "button" }, label);
      made.addEventListener("click", () => turn(by));
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
  form.addEventListener("submit", (event) => { event.preventDefault(); choose(); });
  form.hidden = false;
  nameDirection();
  choose();
})();
