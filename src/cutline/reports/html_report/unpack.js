// Data that lies compressed in the page, unpacked once when somebody asks for it.
const cutline = {};
(() => {
  "use strict";

  const unpacked = new Map();

  async function read(name) {
    const block = document.getElementById(name);
    if (!block) return null;
    if (typeof DecompressionStream === "undefined") {
      throw new Error("This browser cannot unpack the list of images. Open the page in a newer one.");
    }
    const bytes = Uint8Array.from(atob(block.textContent), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).json();
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

  cutline.state = (kind, headline) => cutline.element(
    "div", { className: `state ${kind}`, role: kind === "error" ? "alert" : "status" },
    cutline.element("p", { className: "headline" }, headline),
  );
})();
