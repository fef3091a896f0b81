// One image: its picture, what people said, what every system said, and what that scored.
(() => {
  "use strict";
  const { element } = cutline;

  const written = (value) => (value === null ? "–" : value.toFixed(3));

  function picture(data, place) {
    if (!data.pictures) return null;
    const source = data.pictures[place];
    const none = element("span", { className: "no-picture" }, "No picture");
    if (!source) return element("div", { className: "picture" }, none);
    const image = element("img", {
      // What is in the page already need not wait until it is seen, and paper is never scrolled.
      loading: source.startsWith("data:") ? "eager" : "lazy",
      decoding: "async", alt: data.references[place][0] ?? "", src: source,
    });
    image.addEventListener("error", () => image.replaceWith(none));
    return element("div", { className: "picture" }, image);
  }

  function scores(data, place) {
    const head = element("tr", {}, element("th", { scope: "col" }, "system"),
      data.metrics.map((spec) => element("th", { scope: "col", className: "number" }, spec)));
    const rows = data.systems.map((system, run) => element("tr", {},
      element("th", { scope: "row" }, system),
      data.metrics.map((_, metric) => element("td", { className: "number" },
        written(data.values[run][metric][place])))));
    const frame = element("div", {
      className: "table-frame", tabIndex: 0, role: "group",
      "aria-label": `All scores of image ${data.ids[place]}`,
    }, element("table", {}, element("thead", {}, head), element("tbody", {}, rows)));
    return element("details", {}, element("summary", {}, "All scores"), frame);
  }

  function references(data, place) {
    const all = data.references[place];
    const lines = all.map((text) => element("li", { dir: "auto" }, text));
    if (lines.length < 2) return element("ul", { className: "references" }, lines);
    return element("div", {},
      element("ul", { className: "references first" }, lines[0]),
      element("details", {},
        element("summary", {}, `${all.length - 1} more ${all.length === 2 ? "reference" : "references"}`),
        element("ul", { className: "references" }, lines.slice(1))));
  }

  // The card of the image at a place, with the values of one metric beside the captions. `heading`
  // is the level below that of the part it stands in.
  cutline.card = (data, place, metric, heading) => element("article", { className: "image-card" },
    picture(data, place),
    element("div", { className: "image-words" },
      element(heading, { className: "image-name" }, `Image ${data.ids[place]}`),
      data.systems.map((system, run) => element("p", { className: "caption-line" },
        element("span", {},
          element("span", { className: "caption-note" }, system), " ",
          data.captions[run][place].trim()
            ? element("bdi", {}, data.captions[run][place])
            : element("em", {}, "(empty)")), " ",
        element("span", { className: "value", title: data.metrics[metric] },
          written(data.values[run][metric][place])))),
      references(data, place),
      scores(data, place),
      cutline.why(place, data.systems)));
})();
