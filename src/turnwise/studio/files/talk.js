// Asking and rating without loading the page again. Without this script the same forms load it again.
"use strict";

const dialogue = document.getElementById("dialogue");
const ask = document.getElementById("ask");

if (dialogue && ask) {
  const question = document.getElementById("question");
  const problem = document.getElementById("problem");
  const noted = document.getElementById("noted");
  const openOptions = remembered("open-options", false);
  const playClips = remembered("play-clips", !matchMedia("(prefers-reduced-motion: reduce)").matches);
  let waiting = false;
  let requests = 0;
  let problemOf = 0; // the request whose problem is shown

  document.querySelector(".settings").hidden = false;
  openOptions.addEventListener("change", showOptions);
  showOptions();
  if (!location.hash) dialogue.lastElementChild?.scrollIntoView({ block: "end" });
  question.focus({ preventScroll: true });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.getAttribute("action") === "/ask") {
      event.preventDefault();
      asking(form);
    } else if (form.getAttribute("action") === "/rate") {
      event.preventDefault();
      rating(form, event.submitter);
    }
  });

  // A checkbox whose state this browser keeps, where it may keep anything.
  function remembered(id, otherwise) {
    const box = document.getElementById(id);
    let kept = null;
    try { kept = localStorage.getItem(id); } catch { /* it may not */ }
    box.checked = kept === null ? otherwise : kept === "yes";
    box.addEventListener("change", () => {
      try { localStorage.setItem(id, box.checked ? "yes" : "no"); } catch { /* it may not */ }
    });
    return box;
  }

  function showOptions() {
    for (const details of dialogue.querySelectorAll("details")) details.open = openOptions.checked;
  }

  // The part of the page that answers a form, or null with the problem shown.
  async function sent(form, fields) {
    const number = ++requests;
    try {
      const response = await fetch(form.getAttribute("action"), {
        method: "POST", headers: { "X-Part": "1" }, body: new URLSearchParams(fields),
      });
      const text = await response.text();
      const isHtml = (response.headers.get("content-type") || "").startsWith("text/html");
      if (response.ok && isHtml) {
        told("", number);
        return new DOMParser().parseFromString(text, "text/html").body.firstElementChild;
      }
      told(isHtml ? "Something went wrong. Please load the page again." : text, number);
    } catch {
      told("The avatar cannot be reached. What you typed is still there; please try again.", number);
    }
    return null;
  }

  // A late answer to an earlier request, such as a thumb on its way, takes no newer problem off the page.
  function told(sentence, number) {
    if (!sentence && number < problemOf) return;
    problemOf = sentence ? Math.max(number, problemOf) : 0;
    problem.textContent = sentence;
    if (sentence) question.setAttribute("aria-invalid", "true");
    else question.removeAttribute("aria-invalid");
  }

  async function asking(form) {
    if (waiting) return;
    waiting = true;
    ask.classList.add("waiting");
    const typed = new FormData(form).get("question");
    const part = await sent(form, { question: typed });
    waiting = false;
    ask.classList.remove("waiting");
    if (part) {
      document.getElementById("welcome")?.remove();
      for (const details of part.querySelectorAll("details")) details.open = openOptions.checked;
      for (const playing of dialogue.querySelectorAll("audio, video")) playing.pause();
      dialogue.append(part);
      if (form === ask && question.value === typed) question.value = "";
      part.scrollIntoView({ block: "end" });
      if (playClips.checked) part.querySelector("audio, video")?.play().catch(() => {});
    }
    question.focus({ preventScroll: true });
  }

  async function rating(form, button) {
    const fields = Object.fromEntries(new FormData(form));
    const part = await sent(form, { ...fields, value: button.value });
    if (!part) return;
    const kind = button.classList.contains("up") ? ".up" : ".down";
    const words = { up: "Noted as a good answer.", down: "Noted as not a good answer.", none: "Taken back." };
    noted.textContent = words[button.value];
    // Whoever types the next question by now must not be taken away from it.
    const stayed = form.contains(document.activeElement);
    form.replaceWith(part);
    if (stayed) part.querySelector(kind).focus();
  }
}
