// The picture, larger: by a click, or by the keys + and - and Escape.
(() => {
  "use strict";

  const link = document.querySelector(".task-picture .picture");
  const dialog = document.querySelector("dialog.zoomed");
  if (!link || !dialog?.showModal) return;
  const frame = dialog.querySelector(".zoom-frame");
  const output = dialog.querySelector("output");
  const small = link.querySelector("img");
  const steps = [1, 1.5, 2, 3, 4, 6];
  let image = null;
  let step = 0;

  link.setAttribute("role", "button");
  link.setAttribute("aria-haspopup", "dialog");

  function show() {
    const scale = steps[step];
    const fit = Math.min(
      frame.clientWidth / (image.naturalWidth || 1),
      frame.clientHeight / (image.naturalHeight || 1),
    );
    const middle = [
      (frame.scrollLeft + frame.clientWidth / 2) / (frame.scrollWidth || 1),
      (frame.scrollTop + frame.clientHeight / 2) / (frame.scrollHeight || 1),
    ];
    image.style.width = `${Math.floor(image.naturalWidth * fit * scale)}px`;
    frame.scrollLeft = middle[0] * frame.scrollWidth - frame.clientWidth / 2;
    frame.scrollTop = middle[1] * frame.scrollHeight - frame.clientHeight / 2;
    output.textContent = `${Math.round(100 * scale)}%`;
    dialog.querySelector(".larger").disabled = step === steps.length - 1;
    dialog.querySelector(".smaller").disabled = step === 0;
  }

  function open() {
    if (!image) {
      image = new Image();
      image.referrerPolicy = "no-referrer";
      image.alt = small.alt;
      image.addEventListener("load", show);
      image.addEventListener("click", () => { step = (step + 1) % steps.length; show(); });
      // The whole picture is loaded only for those who look closer.
      image.src = link.href;
      frame.append(image);
    }
    step = 0;
    dialog.showModal();
    show();
    frame.focus();
  }

  function change(by) {
    step = Math.max(0, Math.min(steps.length - 1, step + by));
    show();
  }

  link.addEventListener("click", (event) => { event.preventDefault(); open(); });
  link.addEventListener("keydown", (event) => {
    if (event.key === "+" || event.key === " ") { event.preventDefault(); open(); }
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "+" || event.key === "=") change(1);
    else if (event.key === "-") change(-1);
  });
  dialog.querySelector(".larger").addEventListener("click", () => change(1));
  dialog.querySelector(".smaller").addEventListener("click", () => change(-1));
  dialog.querySelector(".close").addEventListener("click", () => dialog.close());
  addEventListener("resize", () => { if (dialog.open) show(); });

  // A picture that does not come is said in words, with what to do.
  const noLoad = document.querySelector(".no-load");
  const failed = () => { noLoad.hidden = false; };
  small.addEventListener("error", failed);
  small.addEventListener("load", () => { noLoad.hidden = true; });
  if (small.complete && !small.naturalWidth) failed();
  noLoad.querySelector(".reload").addEventListener("click", () => {
    small.removeAttribute("srcset");
    small.src = `${link.href.split("#")[0]}#${Date.now()}`;
  });
})();
