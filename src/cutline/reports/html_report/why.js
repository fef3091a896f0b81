// Why an image has its values: METEOR's alignment, word by word, and SPICE's tuples.
(() => {
  "use strict";
  const { element, unpack } = cutline;

  const meanings = {
    exact: "the same word", stem: "the same stem", synonym: "a synonym", paraphrase: "a paraphrase",
    missed: "missed by the candidate", invented: "not in this reference",
  };

  function markedLine(words, marks, rest, note) {
    const line = element("p", { className: "caption-line" },
      element("span", { className: "caption-note" }, note), " ");
    words.forEach((word, place) => {
      const mark = marks[place] ?? rest;
      const name = mark === "invented" ? "s" : "span";
      line.append(element(name, { className: `match ${mark}`, title: meanings[mark] }, word), " ");
    });
    return line;
  }

  function alignment(found, stages, system) {
    const [candidate, reference, pairs] = found;
    const said = {}, wanted = {};
    for (let i = 0; i < pairs.length; i += 5) {
      const [stage, from, to, referenceFrom, referenceTo] = pairs.slice(i, i + 5);
      for (let place = from; place < to; place += 1) said[place] = stages[stage];
      for (let place = referenceFrom; place < referenceTo; place += 1) wanted[place] = stages[stage];
    }
    const words = (line) => (line ? line.split(" ") : []);
    return [
      markedLine(words(candidate), said, "invented", system),
      markedLine(words(reference), wanted, "missed", "its best reference"),
    ];
  }

  function tuples(found, system) {
    const kinds = [["matched", "good"], ["invented", "bad"], ["missed", "note"]];
    return [
      element("p", { className: "whose" }, system),
      ...kinds.map(([kind, colour], number) => element("p", { className: "tuples" },
        element("strong", {}, `${kind}: `),
        found[number].length
          ? found[number].flatMap((words) => [
            element("span", { className: `chip ${colour}` }, words), " "])
          : "none")),
    ];
  }

  // A folded part that is filled when it is opened for the first time.
  function folded(label, fill) {
    const details = element("details", { className: "why" }, element("summary", {}, label));
    details.addEventListener("toggle", async () => {
      if (!details.open || details.dataset.filled) return;
      details.dataset.filled = "yes";
      try {
        details.append(element("div", {}, await fill()));
      } catch (error) {
        details.append(cutline.state("error", error.message));
      }
    });
    return details;
  }

  cutline.why = (place, systems) => {
    const parts = [];
    if (document.getElementById("alignment-data")) {
      parts.push(folded("METEOR: which words match", async () => {
        const data = await unpack("alignment-data");
        return data.runs.flatMap((run, n) => alignment(run[place], data.stages, systems[n]));
      }));
    }
    if (document.getElementById("tuple-data")) {
      parts.push(folded("SPICE: which things match", async () => {
        const data = await unpack("tuple-data");
        return data.runs.flatMap((run, n) => tuples(run[place], systems[n]));
      }));
    }
    return parts;
  };
})();
