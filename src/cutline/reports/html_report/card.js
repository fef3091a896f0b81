// One image: its picture, what people said, what every system said, and what that scored.
(() => {
  "use strict";
  const { element } = cutline;

  const written = (value) => (value === null ? "–" : value.toFixed(3));

  function picture(data, place) {
    if (!data.pictures) return null;
    const source = data.pictures[place];
    const inside = source
      ? element("img", {
        src: source, alt: data.references[place][0] ?? "", loading: "lazy", decoding: "async",
      })
      : element("span", { className: "no-picture" }, "No picture");
    return element("div", { className: "picture" }, inside);
  }

  function scores(data, place) {
    const head = element("tr", {}, element("th", { scope: "col" }, "system"),
      data.metrics.map((spec) => element("th", { scope: "col", className: "number" }, spec)));
    const rows = data.systems.map((system, run) => element("tr", {},
      element("th", { scope: "row" }, system),
      data.metrics.map((_, metric) => element("td", { className: "number" },
        written(data.values[run][metric][place])))));
    const frame = element("div", {
      className: "table-frame", tabIndex: 0, role: "region",
      "aria-label": `All scores of image ${data.ids[place]}`,
    }, element("table", {}, element("thead", {}, head), element("tbody", {}, rows)));
    return element("details", {}, element("summary", {}, "All scores"), frame);
  }

  function references(data, place) {
    const all = data.references[place];
    const lines = all.map((text) => element("li", {}, text));
    if (lines.length < 2) return element("ul", { className: "references" }, lines);
    return element("div", {},
      element("ul", { className: "references" }, lines[0]),
      element("details", {},
        element("summary", {}, `${all.length - 1} more ${all.length === 2 ? "reference" : "references"}`),
        element("ul", { className: "references" }, lines.slice(1))));
  }

  // The card of the image at a place, with the values of one metric beside the captions.
  cutline.card = (data, place, metric) => element("article", { className: "image-card" },
    picture(data, place),
    element("div", { className: "image-words" },
      element("h4", {}, `Image ${data.ids[place]}`),
      data.systems.map((system, run) => element("p", { className: "caption-line" },
        element("span", {},
          element("span", { className: "caption-note" }, system), " ",
          data.captions[run][place] || element("em", {}, "(empty)")), " ",
        element("span", { className: "value", title: data.metrics[metric] },
          written(data.values[run][metric][place])))),
      references(data, place),
      scores(data, place),
      cutline.why(place, data.systems)));
})();
