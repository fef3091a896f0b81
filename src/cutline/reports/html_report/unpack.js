// Data that lies compressed in the page, unpacked once when somebody asks for it.
const cutline = {};
(() => {
  "use strict";

  const unpacked = new Map();

  function bytes(base64) {
    const letters = atob(base64);
    const found = new Uint8Array(letters.length);
    for (let place = 0; place < letters.length; place += 1) found[place] = letters.charCodeAt(place);
    return found;
  }

  async function read(name) {
    const block = document.getElementById(name);
    if (!block) return null;
    if (typeof DecompressionStream === "undefined") {
      throw new Error("This browser cannot unpack the list of images. Open the page in a newer one.");
    }
    try {
      const stream = new Blob([bytes(block.textContent)]).stream();
      return await new Response(stream.pipeThrough(new DecompressionStream("gzip"))).json();
    } catch {
      throw new Error("The list of images cannot be read: the file is damaged. Get or write it anew.");
    }
  }

  // The value of the block with this id, or null if the page has none.
  cutline.unpack = (name) => {
    if (!unpacked.has(name)) unpacked.set(name, read(name));
    return unpacked.get(name);
  };

  // An element with properties and children; texts are always texts, never markup.
  cutline.element = (name, properties = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (key.includes("-") || key === "role") made.setAttribute(key, value);
      else made[key] = value;
    }
    made.append(...children.flat().filter((child) => child !== null));
    return made;
  };

  const signs = { empty: "○", error: "!" };

  // As the theme's own: a sign beside the words.
  cutline.state = (kind, headline) => cutline.element(
    "div", { className: `state ${kind}`, role: kind === "error" ? "alert" : "status" },
    cutline.element("span", { className: "sign", "aria-hidden": "true" }, signs[kind]),
    cutline.element("p", { className: "headline" }, headline),
  );
})();
