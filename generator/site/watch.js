// Loads the page again when the site has been built again, and says what is wrong when it could not be.
const started = await state();
let seen = started?.built;
show(started?.problems ?? "");

async function state() {
  try {
    return await (await fetch("/-/state", { cache: "no-store" })).json();
  } catch {
    return null; // The server has been stopped.
  }
}

/** @param {string} problems */
function show(problems) {
  document.querySelector(".dossier-problems")?.remove();
  if (!problems) return;
  const box = document.createElement("section");
  box.className = "dossier-problems";
  box.setAttribute("role", "alert");
  const title = document.createElement("p");
  title.textContent = "Not built. This is the last good site.";
  const text = document.createElement("pre");
  text.textContent = problems;
  box.append(title, text);
  document.body.prepend(box);
}

const style = document.createElement("link");
style.rel = "stylesheet";
style.href = "/-/watch.css";
document.head.append(style);
setInterval(async () => {
  if (document.hidden) return;
  const now = await state();
  if (!now) return;
  if (seen !== undefined && now.built !== seen) location.reload();
  else show(now.problems);
  seen ??= now.built;
}, 400);
