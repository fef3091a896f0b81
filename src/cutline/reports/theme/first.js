try {
  const theme = localStorage.getItem("cutline-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A page opened from disk may have no memory; the reader's own theme holds.
}
