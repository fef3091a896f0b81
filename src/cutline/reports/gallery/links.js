// Nouns, chips and boxes of one object: whoever points at one of them sees all.
(() => {
  "use strict";
  const list = document.getElementById("gallery-list");
  cutline.linked = (card) => card;
  if (!list) return;

  // What was clicked stays lit until it is clicked again.
  let pinned = null;
  let lit = [];

  const linkAt = (target) => target.closest("[data-group]");

  function light(link) {
    for (const part of lit) part.classList.remove("lit", "exact", "lighting");
    lit = [];
    if (!link || !link.isConnected) return;
    const card = link.closest(".annotated");
    const parts = [...card.querySelectorAll(`[data-group="${link.dataset.group}"]`)];
    for (const part of parts) {
      part.classList.add("lit");
      // A chip stands for all objects of its label, a noun or a box for one.
      const isOne = link.dataset.object === undefined || part.dataset.object === link.dataset.object;
      part.classList.toggle("exact", isOne);
    }
    card.classList.add("lighting");
    lit = [...parts, card];
  }

  function pin(link) {
    pinned?.setAttribute("aria-pressed", "false");
    pinned = link && link !== pinned ? link : null;
    if (pinned?.getAttribute("role") === "button") pinned.setAttribute("aria-pressed", "true");
    light(pinned);
  }

  // Words and chips become buttons here: without this script they would do nothing.
  cutline.linked = (card) => {
    for (const link of card.querySelectorAll(".link")) {
      link.tabIndex = 0;
      link.setAttribute("role", "button");
      link.setAttribute("aria-pressed", "false");
    }
    return card;
  };

  list.addEventListener("pointerover", (event) => light(linkAt(event.target) ?? pinned));
  list.addEventListener("pointerleave", () => light(pinned));
  list.addEventListener("focusin", (event) => light(linkAt(event.target) ?? pinned));
  list.addEventListener("focusout", () => light(pinned));
  list.addEventListener("click", (event) => {
    const link = linkAt(event.target);
    if (link) pin(link);
  });
  list.addEventListener("keydown", (event) => {
    const link = linkAt(event.target);
    if (event.key === "Escape" && pinned) pin(null);
    if (!link || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    pin(link);
  });

  function noPicture(image) {
    image.parentElement?.replaceChildren(
      cutline.element("span", { className: "no-picture" }, "No picture"));
  }

  // Events of pictures do not rise to the list, so they are caught on their way down.
  list.addEventListener("error", (event) => {
    if (event.target.tagName === "IMG") noPicture(event.target);
  }, true);
  // Some may have failed before this script ran.
  for (const image of list.querySelectorAll("img")) {
    if (image.complete && !image.naturalWidth) image.decode().catch(() => noPicture(image));
  }
})();
