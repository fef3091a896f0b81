// The theme switch and the copy buttons. Without this script neither is shown.
(() => {
  "use strict";

  const themes = ["auto", "light", "dark"];
  const root = document.documentElement;
  const themeSwitch = document.querySelector(".theme-switch");

  function show(theme) {
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    themeSwitch.textContent = `Theme: ${theme}`;
  }

  function remember(theme) {
    try {
      localStorage.setItem("cutline-theme", theme);
    } catch {
      // Nothing is kept for a page opened from disk; the choice holds until it is closed.
    }
  }

  if (themeSwitch) {
    themeSwitch.hidden = false;
    show(root.dataset.theme ?? "auto");
    themeSwitch.addEventListener("click", () => {
      const shown = themes.indexOf(root.dataset.theme ?? "auto");
      const next = themes[(shown + 1) % themes.length];
      show(next);
      remember(next);
    });
  }

  async function copy(button) {
    const text = button.parentElement.querySelector("code").textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(button.parentElement.querySelector("code"));
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button.copy");
    if (button) copy(button);
  });
  // Shown by a class on the page, so that buttons that come later are shown too.
  root.classList.add("has-script");
})();
