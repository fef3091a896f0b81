// A summary of errors takes the focus, so that nobody has to look for what went wrong; so does what
// a form was answered with.
(() => {
  "use strict";

  function focusAnswer() {
    document.querySelector(".error-summary, .outcome")?.focus();
  }

  function told(form, text) {
    const place = form?.querySelector(".upload");
    if (!place) return;
    place.hidden = !text;
    place.querySelector("[role=status]").textContent = text;
  }

  focusAnswer();
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id === "submit-page") focusAnswer();
  });
  // How much of a file is sent, where a browser says so.
  document.addEventListener("htmx:xhr:progress", (event) => {
    const form = event.target.closest("form");
    const { loaded, total } = event.detail;
    if (!form || !total) return;
    const percent = Math.round((100 * loaded) / total);
    form.querySelector(".upload progress")?.setAttribute("value", percent);
    told(form, percent < 100 ? `${percent}% is sent` : "The server checks the file");
  });
  const failures = {
    "htmx:responseError": "The server could not take it. Try again, or load the page anew.",
    "htmx:sendError": "The server cannot be reached. Nothing was taken: try again.",
  };
  for (const [name, text] of Object.entries(failures)) {
    document.addEventListener(name, (event) => told(event.target.closest("form"), text));
  }
})();
