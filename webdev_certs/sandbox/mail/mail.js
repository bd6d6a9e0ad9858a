// Adds mails that came in while the list is open. What is there stays in place, and so does the focus.
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
  news.textContent = added.length === 1 ? "1 new mail" : `${added.length} new mails`;
}

// A server that is just being restarted is asked again the next time.
setInterval(() => refresh().catch(() => {}), 2000);
