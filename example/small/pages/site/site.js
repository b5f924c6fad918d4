const element = (name, properties) => Object.assign(document.createElement(name), properties);

const search = document.querySelector("#search"), found = document.querySelector("#found");
search.oninput = async () => {
  const wanted = search.value.trim();
  const pages = wanted ? await (await fetch("/api/search?q=" + encodeURIComponent(wanted))).json() : [];
  if (wanted !== search.value.trim()) return; // a later answer is on its way
  found.replaceChildren(...pages.map(page => {
    const item = element("li");
    item.append(element("a", {href: page.path, textContent: page.title}));
    return item;
  }));
};

const form = document.querySelector("form");
const show = async () => {
  const comments = await (await fetch("/api/comments")).json();
  const quotes = comments.map(comment => element("blockquote", {textContent: comment}));
  document.querySelector("#comments").replaceChildren(...quotes);
};
form.onsubmit = async event => {
  event.preventDefault();
  await fetch("/api/comments", {method: "POST", body: new URLSearchParams(new FormData(form))});
  form.reset();
  await show();
};
show();
