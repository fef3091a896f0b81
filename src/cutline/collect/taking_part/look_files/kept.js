// What is kept in this browser until it is sent: nothing typed is lost, whatever happens.
const CutlineKept = (() => {
  "use strict";

  const prefix = "cutline-task:";

  function of(slug, task) {
    const key = `${prefix}${slug}:${task}`;
    function read() {
      try {
        return JSON.parse(localStorage.getItem(key)) ?? {};
      } catch {
        return {};
      }
    }
    function write(changes) {
      try {
        localStorage.setItem(key, JSON.stringify({ ...read(), ...changes, at: Date.now() }));
      } catch {
        // No room, or nothing may be kept: the server has a draft too.
      }
    }
    function forget() {
      try {
        localStorage.removeItem(key);
      } catch {
        // Nothing was kept.
      }
    }
    return { read, write, forget };
  }

  // Of tasks that were left long ago nothing is wanted any more.
  function tidy(days = 7) {
    try {
      for (const key of Object.keys(localStorage)) {
        if (!key.startsWith(prefix)) continue;
        const { at } = JSON.parse(localStorage.getItem(key)) ?? {};
        if (!(Date.now() - at < days * 86_400_000)) localStorage.removeItem(key);
      }
    } catch {
      // Nothing can be read.
    }
  }

  return { of, tidy };
})();
