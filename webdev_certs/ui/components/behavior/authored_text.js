// Shows safe HTML that the server made of authored text. Links to pages of the product do not reload the page.
// Paths of the API are no pages.
import { createElement } from "react";
import { useNavigate } from "react-router";

export function AuthoredText({ html, inline, ...props }) {
  const navigate = useNavigate();
  const follow = (event) => {
    const link = event.target.closest("a[href^='/']:not([href^='/api/'])");
    const elsewhere = event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || elsewhere) return;
    event.preventDefault();
    navigate(link.getAttribute("href"));
  };
  return createElement(inline ? "span" : "div", {
    ...props,
    onClick: follow,
    dangerouslySetInnerHTML: { __html: html },
  });
}
