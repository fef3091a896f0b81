// Time at a task: only while the page is seen and something was done a moment ago.
const CutlineTime = (() => {
  "use strict";

  const idleAfter = 30_000;
  const acts = ["keydown", "pointerdown", "pointermove", "wheel", "touchstart", "scroll", "input"];

  function shown(seconds) {
    const whole = Math.floor(seconds);
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  }

  // Counts on from what was measured before the page was loaded anew.
  function counted(start, place) {
    let seconds = start;
    let acted = Date.now();
    let before = Date.now();
    for (const act of acts) {
      addEventListener(act, () => { acted = Date.now(); }, { passive: true, capture: true });
    }
    function count() {
      const now = Date.now();
      const isAtIt = document.visibilityState === "visible" && now - acted < idleAfter;
      // A machine that slept is not at it either.
      if (isAtIt) seconds += Math.min(2_000, now - before) / 1000;
      before = now;
      const text = shown(seconds);
      if (place && place.textContent !== text) place.textContent = text;
    }
    setInterval(count, 500);
    count();
    return () => { count(); return seconds; };
  }

  return { counted };
})();
