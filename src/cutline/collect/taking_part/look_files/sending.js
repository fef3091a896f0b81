// Sending: once, however often the button is pressed; again by itself when a connection is back.
const CutlineSending = (() => {
  "use strict";

  const slowest = 30_000;
  const patience = 20_000;

  async function post(address, fields, token) {
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), patience);
    try {
      return await fetch(address, {
        method: "POST",
        headers: { Accept: "application/json", "X-CSRFToken": token },
        body: new URLSearchParams(fields),
        credentials: "same-origin",
        redirect: "error",
        signal: giveUp.signal,
      });
    } finally {
      clearTimeout(timer);
    }
  }

  function sender(form, place, events) {
    const token = form.querySelector("[name=csrfmiddlewaretoken]").value;
    let isSending = false;
    let isWaiting = false;
    let pause = 2_000;
    let timer = 0;

    function say(text, state = "") {
      place.textContent = text;
      place.dataset.state = state;
    }

    function wait() {
      isWaiting = true;
      say("There is no connection. What you wrote is kept here, and sent as soon as it is back.", "away");
      clearTimeout(timer);
      timer = setTimeout(retry, pause);
      pause = Math.min(slowest, pause * 2);
    }

    function retry() {
      if (isWaiting) send();
    }

    async function send() {
      if (isSending) return;
      isSending = true;
      isWaiting = false;
      clearTimeout(timer);
      form.setAttribute("aria-busy", "true");
      say("Sending…");
      let response = null;
      let content = {};
      try {
        response = await post(form.action, events.fields(), token);
        content = await response.json().catch(() => ({}));
      } catch {
        response = null;
      }
      isSending = false;
      form.removeAttribute("aria-busy");
      answered(response, content);
    }

    function answered(response, content) {
      if (!response || response.status >= 500 || response.status === 429) return wait();
      pause = 2_000;
      if (response.ok && content.next) return events.taken(content);
      if (response.status === 422) {
        say("", "");
        return events.refused(content);
      }
      const text = content.message ?? "It could not be sent. Load the page anew: what you wrote stays here.";
      say(text, "refused");
      if (response.status === 409) events.notTaken(content, place);
    }

    addEventListener("online", retry);
    return {
      send,
      say,
      cancel() { isWaiting = false; clearTimeout(timer); },
      isBusy: () => isSending || isWaiting,
      post: (address, fields) => post(address, fields, token),
    };
  }

  return { sender };
})();
