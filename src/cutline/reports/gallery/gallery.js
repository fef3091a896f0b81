// The list of images: searched, filtered, sorted and shown a page at a time.
(async () => {
  "use strict";
  const { element } = cutline;
  const pageSize = 24;
  const list = document.getElementById("gallery-list");
  if (!list) return;
  // The first cards are in the page; the others are unpacked when one of them is wanted.
  const first = [...list.children].map(cutline.linked);

  let data;
  try {
    data = await cutline.unpack("gallery-choices");
  } catch (error) {
    list.before(cutline.state("error", error.message));
    return;
  }

  const field = (name) => document.getElementById(`gallery-${name}`);
  const [search, filter, object, metric, order, direction] =
    ["search", "filter", "object", "metric", "order", "direction"].map(field);
  const form = field("controls");
  const pagers = [...document.querySelectorAll("#images .pager")];
  const collator = new Intl.Collator(undefined, { numeric: true });
  const all = data.ids.map((_, place) => place);
  const shown = { places: all, page: 0, isForward: true, asked: 0 };
  const texts = data.texts.map((text) => text.toLowerCase());

  const option = (value, label) => element("option", { value: String(value) }, label);
  const counted = (label, members) => `${label} (${members.length.toLocaleString("en")})`;

  function fillControls() {
    filter.append(option("", "all images"), ...data.filters.map((group, number) => element(
      "optgroup", { label: group.description },
      group.labels.map((label, part) => option(`${number} ${part}`, counted(label, group.members[part]))))));
    object.append(option("", "any or none"), ...data.objects.labels.map(
      (label, number) => option(number, counted(label, data.objects.members[number]))));
    field("object-field").hidden = !data.objects.labels.length;
    metric.append(...data.metrics.map((spec, number) => option(number, spec)));
    field("metric-field").hidden = data.metrics.length < 2;
    order.append(option("listed", "order of the file"), option("id", "image id"));
    if (!data.metrics.length) return;
    order.append(option("best", "value of the best caption"));
    data.captioners.forEach((name, number) => order.append(option(`by ${number}`, `value of ${name}`)));
    if (data.captioners.length > 1) order.append(option("spread", "how far captioners differ"));
  }

  // What images are sorted by, as a function of the place. Where no value is defined, nor is this.
  function sortKey() {
    const [kind, number] = order.value.split(" ");
    const of = data.values[Number(metric.value)] ?? [];
    const spread = (place) => {
      const values = of.map((values) => values[place]).filter((value) => value !== null);
      return values.length > 1 ? Math.max(...values) - Math.min(...values) : null;
    };
    return {
      listed: (place) => place,
      id: (place) => String(data.ids[place]),
      best: (place) => (data.best[place] === null ? null : of[data.best[place]][place]),
      by: (place) => of[Number(number)][place],
      spread,
    }[kind];
  }

  const isByValue = () => !["listed", "id"].includes(order.value);

  // What has no key goes last, whichever way.
  function sorted(places) {
    const key = sortKey();
    // Values begin with the highest.
    const sign = shown.isForward === isByValue() ? -1 : 1;
    const keys = new Map(places.map((place) => [place, key(place)]));
    const compared = order.value === "id" ? collator.compare : (one, other) => one - other;
    const keyed = places.filter((place) => keys.get(place) !== null);
    const rest = places.filter((place) => keys.get(place) === null);
    return [...keyed.sort((a, b) => sign * compared(keys.get(a), keys.get(b)) || a - b), ...rest];
  }

  function choose() {
    const [group, part] = filter.value.split(" ").map(Number);
    let places = filter.value ? data.filters[group].members[part] : all;
    if (object.value) {
      const having = new Set(data.objects.members[Number(object.value)]);
      places = places.filter((place) => having.has(place));
    }
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length) {
      places = places.filter((place) => words.every((word) => texts[place].includes(word)));
    }
    shown.places = sorted(places);
    shown.page = 0;
    return show();
  }

  // A card comes as the markup that the page itself would have had.
  function made(html) {
    const template = document.createElement("template");
    template.innerHTML = html;
    return cutline.linked(template.content.firstElementChild);
  }

  async function cardsOf(places) {
    if (places.every((place) => place < first.length)) return places.map((place) => first[place]);
    const packed = await cutline.unpack("gallery-cards");
    return places.map((place) => first[place] ?? made(packed[place - first.length]));
  }

  async function show() {
    const asked = ++shown.asked;
    const start = shown.page * pageSize;
    const part = shown.places.slice(start, start + pageSize);
    list.setAttribute("aria-busy", "true");
    let cards;
    try {
      cards = await cardsOf(part);
    } catch (error) {
      cards = [cutline.state("error", error.message)];
    }
    // Somebody may have asked for others meanwhile.
    if (asked !== shown.asked) return;
    list.replaceChildren(...(cards.length
      ? cards
      : [cutline.state("empty", "No image matches. Try fewer words, or show all images.")]));
    list.removeAttribute("aria-busy");
    tell(start, part.length);
  }

  function tell(start, length) {
    const written = (number) => number.toLocaleString("en");
    const count = shown.places.length;
    field("count").textContent = count
      ? `${written(count)} of ${written(all.length)} images; showing ${written(start + 1)} to ${written(start + length)}`
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
  async function turn(by) {
    shown.page += by;
    await show();
    const [previous, , next] = pagers[0].children;
    const [wanted, other] = by < 0 ? [previous, next] : [next, previous];
    (wanted.disabled ? other : wanted).focus({ preventScroll: true });
    if (pagers[0].getBoundingClientRect().top < 0) form.scrollIntoView();
  }

  function nameDirection() {
    const names = isByValue() ? ["Highest first", "Lowest first"] : ["First first", "Last first"];
    direction.textContent = names[shown.isForward ? 0 : 1];
  }

  fillControls();
  for (const pager of pagers) {
    const button = (label, by) => {
      const made = element("button", { type: "button" }, label);
      made.addEventListener("click", () => turn(by));
      return made;
    };
    pager.append(button("Previous", -1), element("span"), button("Next", 1));
  }
  direction.addEventListener("click", () => {
    shown.isForward = !shown.isForward;
    nameDirection();
    choose();
  });
  let waiting;
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(choose, 80);
  });
  for (const control of [filter, object, metric, order]) {
    control.addEventListener("change", () => { nameDirection(); choose(); });
  }
  form.addEventListener("submit", (event) => { event.preventDefault(); choose(); });
  form.hidden = false;
  choose();
})();
