// Shows safe HTML that the server made of authored text (ui/rendering). Unlike plain HTML, its links to pages of the
// product keep the language and do not reload the page. Paths of the API, sandbox and well-known files are not pages.
import { createElement } from "react";
import { useHref, useNavigate } from "react-router";

const OWN_PATHS = /<a href="(?=\/(?!api\/|sandbox\/|\.well-known\/))/g;

export function AuthoredText({ html, inline, ...props }) {
  const navigate = useNavigate();
  // The prefix of paths in the page's language, such as "/de". Paths in the text have no prefix.
  const prefix = useHref("/").replace(/\/$/, "");
  const follow = (event) => {
    const link = event.target.closest("a[href^='/']:not([href^='/api/'], [href^='/sandbox/'], [href^='/.well-known/'])");
    const elsewhere = event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || elsewhere) return;
    event.preventDefault();
    navigate(link.getAttribute("href").slice(prefix.length));
  };
  return createElement(inline ? "span" : "div", {
    ...props,
    onClick: follow,
    dangerouslySetInnerHTML: { __html: prefix && html ? html.replaceAll(OWN_PATHS, `$&${prefix}`) : html },
  });
}
