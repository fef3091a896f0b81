// Writing a caption: counted and checked while it is typed, kept at once, sent by Enter.
(() => {
  "use strict";

  const task = document.querySelector("#task");
  const box = document.querySelector("#text");
  if (!task || !box) return;
  const form = box.form;
  const words = document.querySelector("#words");
  const findings = document.querySelector("#findings");
  const button = form.querySelector(".send");
  const sends = button.textContent;
  const least = Number(box.dataset.least);
  const hasSpaces = !/^(ja|km|lo|my|th|yue|zh)\b/i.test(box.lang);
  const isEnglish = /^en\b/i.test(box.lang);
  const kept = CutlineKept.of(task.dataset.slug, task.dataset.task);
  const before = kept.read();
  let hasPasted = Boolean(before.pasted);
  let anyway = form.elements.anyway.value;
  let checkTimer = 0;
  let draftTimer = 0;
  let checks = 0;

  CutlineKept.tidy();
  // What was typed here is newer than what the server has of it.
  if (typeof before.text === "string" && before.text.trim() && before.text !== box.value) {
    box.value = before.text;
    anyway = "";
  }
  const clock = task.querySelector(".time");
  clock.hidden = false;
  const seconds = CutlineTime.counted(Number(before.seconds) || 0, clock.querySelector("b"));

  // As scores count words: "isn't" and "dog's" are two.
  function wordCount(text) {
    const parts = text.split(/\s+/).filter((part) => /[\p{L}\p{N}]/u.test(part));
    const more = text.match(/\p{L}(n['’]t|['’](s|re|ve|ll|d|m))(?!\p{L})/giu) ?? [];
    return parts.length + (isEnglish ? more.length : 0);
  }

  function showCount(count) {
    words.textContent = `${count} of at least ${least} words`;
  }

  const names = { problem: "To put right:", warning: "Please look:", hint: "Hint:" };

  function show(found) {
    const list = document.createElement("ul");
    list.className = "findings";
    for (const { severity, message } of found) {
      const line = document.createElement("li");
      line.className = severity in names ? severity : "hint";
      const name = document.createElement("b");
      name.textContent = names[line.className];
      line.append(name, ` ${message}`);
      list.append(line);
    }
    // Said again only where it is something else.
    if (list.textContent === findings.textContent) return;
    findings.replaceChildren(...(found.length ? [list] : []));
  }

  function quick(text) {
    const found = [];
    if (isEnglish && /^\W*there\s*(is|are|was|were|['’]s|['’]re)\b/i.test(text)) {
      const message = "Please begin with what you see, not with “There is”.";
      found.push({ severity: "problem", message });
    }
    return found;
  }

  function remember() {
    kept.write({ text: box.value, seconds: seconds(), pasted: hasPasted });
  }

  const sender = CutlineSending.sender(form, form.querySelector(".connection"), {
    fields: () => ({
      text: box.value,
      seconds: seconds().toFixed(1),
      anyway,
      ...(hasPasted ? { pasted: "1" } : {}),
      ...(form.elements.task ? { task: form.elements.task.value } : {}),
    }),
    taken(content) {
      kept.forget();
      isGone = true;
      location.assign(content.next);
    },
    refused(content) {
      checks += 1;
      show(content.findings ?? []);
      if (content.words !== undefined) showCount(content.words);
      anyway = content.anyway ?? "";
      button.textContent = anyway ? "Send anyway" : sends;
      if (anyway) sender.say("Press again to send it as it is.");
      box.focus();
    },
    notTaken(content, place) {
      const link = document.createElement("a");
      link.href = location.pathname.replace(/last\/$/, "task/");
      link.textContent = "Go on";
      place.append(" ", link);
    },
  });
  let isGone = false;

  async function check() {
    const text = box.value;
    const number = (checks += 1);
    if (!text.trim()) return show([]);
    try {
      const response = await sender.post(task.dataset.check, { text });
      if (!response.ok) return;
      const content = await response.json();
      // Typed on, or sent meanwhile: it is about something else.
      if (number !== checks || sender.isBusy() || isGone) return;
      // A short text is not scolded before it is done; the count says it.
      const isShort = (one) => one.check === "few-words" && document.activeElement === box;
      show(content.findings.filter((one) => !isShort(one)));
      showCount(content.words);
    } catch {
      // Checked again when it is sent.
    }
  }

  async function keepOnServer() {
    if (!task.dataset.draft || isGone || sender.isBusy()) return;
    try {
      const response = await sender.post(task.dataset.draft, { text: box.value });
      const content = response.ok ? await response.json() : {};
      if (content.kept === false) {
        sender.say("The time for this picture is over. It may still be taken: send it.", "away");
      }
    } catch {
      // It is kept here.
    }
  }

  function typed() {
    anyway = "";
    button.textContent = sends;
    remember();
    if (hasSpaces) showCount(wordCount(box.value));
    const found = quick(box.value);
    if (found.length) show(found);
    if (sender.isBusy()) sender.cancel();
    sender.say("");
    clearTimeout(checkTimer);
    clearTimeout(draftTimer);
    checkTimer = setTimeout(check, 600);
    draftTimer = setTimeout(keepOnServer, 1_500);
  }

  function pasted(text) {
    // A word or two may be a spelling that was looked up.
    if ((text ?? "").trim().split(/\s+/).length < 3) return;
    hasPasted = true;
    remember();
  }

  form.noValidate = true;
  form.querySelector(".keys").hidden = false;
  box.addEventListener("input", typed);
  box.addEventListener("paste", (event) => pasted(event.clipboardData?.getData("text")));
  box.addEventListener("drop", (event) => pasted(event.dataTransfer?.getData("text")));
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.shiftKey) return;
    event.preventDefault();
    if (!event.repeat) form.requestSubmit(button);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // What is found when it is sent counts, not what was asked before.
    clearTimeout(checkTimer);
    clearTimeout(draftTimer);
    checks += 1;
    if (!box.value.trim()) {
      show([{ severity: "problem", message: `Please write at least ${least} words.` }]);
      box.focus();
      return;
    }
    remember();
    sender.send();
  });
  addEventListener("pagehide", () => { if (!isGone) remember(); });
  // Who left comes back to a page that the browser kept: it may have been answered meanwhile.
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  setInterval(() => { if (!isGone && box.value) remember(); }, 5_000);
  if (box.value) {
    box.setSelectionRange(box.value.length, box.value.length);
    if (hasSpaces) showCount(wordCount(box.value));
    if (!findings.textContent) checkTimer = setTimeout(check, 300);
    draftTimer = setTimeout(keepOnServer, 1_500);
  }
})();
