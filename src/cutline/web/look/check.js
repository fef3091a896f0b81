// A first look at a file of captions, in the browser: the file is not sent, and nothing counts. What
// it cannot tell, the server's own check does.
(() => {
  "use strict";

  const most = 8;
  const few = 5;
  const chosen = "form[data-images] input[type=file]";

  async function textOf(file) {
    if (!file.name.toLowerCase().endsWith(".gz")) return file.text();
    const unpacked = file.stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(unpacked).text();
  }

  function recordsOf(text) {
    const lines = text.split("\n").map((line) => line.trim());
    const filled = lines.filter(Boolean);
    const isLines = filled.length > 1 && filled[0].startsWith("{") && filled[0].endsWith("}");
    if (isLines) return parsedLines(lines);
    const whole = JSON.parse(text);
    return Array.isArray(whole) ? whole : (whole?.annotations ?? whole?.captions);
  }

  function parsedLines(lines) {
    const records = [];
    lines.forEach((line, number) => {
      if (!line) return;
      try {
        const record = JSON.parse(line);
        if (record?.cutline === undefined) records.push(record);
      } catch (error) {
        throw new Error(`line ${number + 1}: ${error.message}`);
      }
    });
    return records;
  }

  // The ids of the images to describe, by the address of their list; they never change.
  const lists = new Map();

  // They are asked for when a file is chosen. Without them the number of images has to do.
  async function idsAt(address) {
    if (!lists.has(address)) {
      const response = await fetch(address).catch(() => null);
      if (!response?.ok) return null;
      const text = await response.text().catch(() => null);
      if (text === null) return null;
      lists.set(address, new Set(text.split("\n").filter(Boolean)));
    }
    return lists.get(address);
  }

  function fewOf(ids) {
    const more = ids.length > few ? `, and ${ids.length - few} more` : "";
    return ids.slice(0, few).join(", ") + more;
  }

  function differences(ids, known) {
    const found = new Set([...ids].map(String));
    const unknown = [...found].filter((id) => !known.has(id));
    const missing = [...known].filter((id) => !found.has(id));
    return [
      ...(missing.length ? [`no caption for image ${fewOf(missing)}`] : []),
      ...(unknown.length ? [`the phase has no image ${fewOf(unknown)}`] : []),
    ];
  }

  // Numbers above 2 ** 53 are rounded by JSON.parse: which images they are, only the server knows.
  function isRounded(id) {
    return typeof id === "number" && !Number.isSafeInteger(id);
  }

  function problemsOf(records, images, known) {
    const problems = [];
    const ids = new Set();
    let rounded = 0;
    records.forEach((record, place) => {
      const id = record?.image_id;
      const said = record?.caption ?? record?.captions?.[0];
      if (id === undefined) problems.push(`record ${place + 1} has no image_id`);
      else if (isRounded(id)) rounded += 1;
      else if (ids.has(id)) problems.push(`image ${id} stands twice`);
      else ids.add(id);
      if (typeof said !== "string") problems.push(`record ${place + 1} has no caption`);
      else if (!said.trim()) problems.push(`the caption of image ${id} is empty`);
    });
    if (rounded) return problems.length ? problems : null;
    if (known) problems.unshift(...differences(ids, known));
    if (ids.size !== images) {
      problems.unshift(`it has captions of ${ids.size} images, expected ${images}`);
    }
    return problems;
  }

  function sizeProblem(file, limit) {
    if (file.size === 0) return "the file is empty";
    return file.size > limit ? `it has ${file.size} bytes, expected at most ${limit}` : "";
  }

  // The problems of a file, or null where only the server can tell.
  async function problemsIn(file, form) {
    const wrongSize = sizeProblem(file, Number(form.dataset.most));
    if (wrongSize) return [wrongSize];
    if (!/\.(json|jsonl)(\.gz)?$/i.test(file.name)) return null;
    try {
      const records = recordsOf(await textOf(file));
      if (!Array.isArray(records)) return null;
      const known = await idsAt(form.dataset.ids);
      return problemsOf(records, Number(form.dataset.images), known);
    } catch (error) {
      return [`it cannot be read as JSON: ${error.message}`];
    }
  }

  function placeFor(input) {
    const field = input.closest(".field");
    let place = field.querySelector(".first-look");
    if (!place) {
      place = document.createElement("div");
      place.className = "first-look";
      place.setAttribute("role", "status");
      input.after(place);
    }
    return place;
  }

  function element(name, text) {
    const made = document.createElement(name);
    made.textContent = text;
    return made;
  }

  function show(place, problems) {
    place.dataset.found = problems?.length ? "problems" : "none";
    if (problems === null) {
      const text = "This kind of file is looked at by the server alone: use “Check only”.";
      place.replaceChildren(element("p", text));
    } else if (!problems.length) {
      place.replaceChildren(
        element("p", "At first look it is complete. “Check only” looks closer."),
      );
    } else {
      const list = document.createElement("ul");
      list.append(...problems.slice(0, most).map((problem) => element("li", problem)));
      if (problems.length > most) list.append(element("li", `and ${problems.length - most} more`));
      place.replaceChildren(element("p", "At first look there are problems:"), list);
    }
  }

  async function look(input) {
    const place = placeFor(input);
    const [file] = input.files;
    if (!file) {
      place.replaceChildren();
      return;
    }
    const problems = await problemsIn(file, input.closest("form"));
    // Another may have been chosen meanwhile.
    if (input.files[0] === file) show(place, problems);
  }

  document.addEventListener("change", (event) => {
    if (event.target.matches(chosen)) look(event.target);
  });
  // The form may come anew around a file that was chosen before.
  document.addEventListener("htmx:afterSettle", () => {
    const input = document.querySelector(chosen);
    if (input?.files.length) look(input);
  });
})();
