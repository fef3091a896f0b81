// Rating by keys: numbers choose, Enter sends.
(() => {
  "use strict";

  const task = document.querySelector("#task");
  const first = task?.querySelector("fieldset.rating");
  if (!first) return;
  const form = first.closest("form");
  const groups = [...form.querySelectorAll("fieldset.rating")];
  const kept = CutlineKept.of(task.dataset.slug, task.dataset.task);
  const before = kept.read();
  let draftTimer = 0;
  let isGone = false;

  CutlineKept.tidy();
  form.noValidate = true;
  form.querySelector(".keys").hidden = false;
  for (const [name, value] of Object.entries(before.chosen ?? {})) {
    for (const radio of form.querySelectorAll("input[type=radio]")) {
      if (radio.name === name && radio.value === value) radio.checked = true;
    }
  }
  const clock = task.querySelector(".time");
  clock.hidden = false;
  const seconds = CutlineTime.counted(Number(before.seconds) || 0, clock.querySelector("b"));

  function chosen() {
    const found = {};
    for (const radio of form.querySelectorAll("fieldset.rating input:checked")) {
      found[radio.name] = radio.value;
    }
    return found;
  }

  const sender = CutlineSending.sender(form, form.querySelector(".connection"), {
    fields: () => ({
      ...chosen(),
      seconds: seconds().toFixed(1),
      ...(form.elements.task ? { task: form.elements.task.value } : {}),
    }),
    taken(content) {
      kept.forget();
      isGone = true;
      location.assign(content.next);
    },
    refused(content) {
      sender.say(content.message ?? "Please answer everything that is asked.", "refused");
      missing()?.querySelector("input").focus();
    },
    notTaken(content, place) {
      const link = document.createElement("a");
      link.href = location.pathname.replace(/last\/$/, "task/");
      link.textContent = "Go on";
      place.append(" ", link);
    },
  });

  function missing() {
    return groups.find((group) => !group.querySelector("input:checked"));
  }

  function remember() {
    kept.write({ chosen: chosen(), seconds: seconds() });
  }

  async function keepOnServer() {
    if (!task.dataset.draft || isGone || sender.isBusy()) return;
    try {
      await sender.post(task.dataset.draft, { text: JSON.stringify(chosen()) });
    } catch {
      // It is kept here.
    }
  }

  function changed() {
    remember();
    sender.cancel();
    sender.say("");
    clearTimeout(draftTimer);
    draftTimer = setTimeout(keepOnServer, 1_000);
  }

  function choose(key) {
    const focused = document.activeElement?.closest?.("fieldset.rating");
    const isDone = focused?.querySelector("input:checked");
    const group = focused && (!isDone || !missing()) ? focused : missing() ?? focused ?? groups[0];
    const radio = group.querySelector(`input[data-key="${key}"]`);
    if (!radio) return;
    radio.checked = true;
    radio.focus();
    changed();
    missing()?.querySelector("input").focus();
  }

  form.addEventListener("change", changed);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (missing()) {
      sender.say("Please answer everything that is asked.", "refused");
      missing().querySelector("input").focus();
      return;
    }
    remember();
    sender.send();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input[type=text], textarea, dialog, .leave");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[0-9]$/.test(event.key)) {
      event.preventDefault();
      choose(event.key);
    } else if (event.key === "Enter" && event.target.matches?.("input[type=radio], body")) {
      event.preventDefault();
      if (!event.repeat) form.requestSubmit();
    }
  });
  addEventListener("pagehide", () => { if (!isGone) remember(); });
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
})();
