// Reviews by keys: a accepts, r goes to the reason, f to the words, n to the next. Without it the
// buttons and the link do the same.
(() => {
  "use strict";

  const accept = document.querySelector("#accept");
  if (!accept) return;

  function open(id) {
    const field = document.getElementById(id);
    field?.closest("details")?.setAttribute("open", "");
    field?.focus();
  }

  const acts = {
    a: () => accept.click(),
    r: () => open("why"),
    f: () => open("text"),
    n: () => document.querySelector("#after")?.click(),
  };

  document.addEventListener("keydown", (event) => {
    const field = event.target;
    const isTyping = field.matches?.("input, textarea, select");
    if (isTyping) {
      // Enter with Control sends what is being typed; Escape goes back to the keys.
      if (event.key === "Escape") field.blur();
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        field.form?.requestSubmit();
        event.preventDefault();
      }
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
})();
