// Adds new mails to the open list without replacing its rows, so that the focus stays where it is.
const list = document.getElementById("mails");
const news = document.getElementById("news");

async function refresh() {
  if (document.hidden) return;
  const response = await fetch(location.href, { cache: "no-store" });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const known = new Set([...list.children].map((row) => row.dataset.id));
  const added = [...page.querySelectorAll("#mails > li")].filter((row) => !known.has(row.dataset.id));
  if (added.length === 0) return;
  list.prepend(...added);
  document.getElementById("nothing").hidden = true;
  news.textContent = added.length === 1 ? "1 new email" : `${added.length} new emails`;
}

// Errors are ignored: the server may be restarting, and the next refresh follows soon.
setInterval(() => refresh().catch(() => {}), 2000);
