"""The HTML of the sandbox's pages."""

from collections.abc import Sequence
from datetime import datetime
from html import escape

from webdev_certs.sandbox.mail.messages import LINK, ReceivedMail


def inbox(base: str, mails: Sequence[ReceivedMail]) -> str:
    """Return the list of mails; a script adds new ones while the page is open."""
    rows = "\n".join(_row(base, mail) for mail in mails)
    body = f"""\
<h1>Email</h1>
<p class="lead">Emails from this development server are shown here and not delivered. Newest first.</p>
<p class="bar"><a class="button" href="{base}/">Refresh</a> <span role="status" id="news"></span></p>
<p id="nothing" class="card"{" hidden" if mails else ""}>No email yet. New ones appear here automatically.</p>
<ol id="mails" aria-label="Emails">
{rows}
</ol>
<script src="{base}/mail.js" defer></script>"""
    return _page(base, "Email", body)


def message(base: str, mail: ReceivedMail) -> str:
    """Return the page of one mail: its HTML in a frame, and its text."""
    html = f"""\
<section aria-labelledby="html">
<h2 id="html">As HTML</h2>
<iframe src="{base}/messages/{mail.id}/html" title="The email as HTML"
 sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
</section>"""
    body = f"""\
<p><a href="{base}/">← All emails</a></p>
<h1>{escape(mail.subject) or "(no subject)"}</h1>
<dl>
<div><dt>To</dt><dd>{escape(", ".join(mail.recipients))}</dd></div>
<div><dt>From</dt><dd>{escape(mail.sender)}</dd></div>
<div><dt>Received</dt><dd>{_time(mail)}</dd></div>
</dl>
{html if mail.html else ""}
<section aria-labelledby="text">
<h2 id="text">As text</h2>
<pre class="card">{_linked(mail.text) or "(none)"}</pre>
</section>
<details>
<summary>Headers</summary>
<pre class="card">{_headers(mail)}</pre>
</details>"""
    return _page(base, mail.subject or "(no subject)", body)


def not_found(base: str) -> str:
    """Return the page for a mail that does not exist or is no longer stored."""
    body = f"""\
<h1>This email does not exist</h1>
<p class="lead">Only the last 200 emails are stored. <a href="{base}/">All emails</a></p>"""
    return _page(base, "This email does not exist", body)


def mail_html(mail: ReceivedMail) -> str:
    """Return the mail's HTML, changed so that its links open new tabs."""
    before, head, rest = mail.html.partition("<head>")
    return f'{before}{head}<base target="_blank">{rest}'


def _page(base: str, title: str, body: str) -> str:
    return f"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>{escape(title)} – mail sandbox</title>
<link rel="stylesheet" href="{base}/mail.css">
</head>
<body>
<header><div><a href="{base}/">WebDev Certs</a> <strong class="badge">Sandbox</strong></div></header>
<main>
{body}
</main>
</body>
</html>
"""


def _row(base: str, mail: ReceivedMail) -> str:
    return f"""\
<li class="card" data-id="{mail.id}">
<a href="{base}/messages/{mail.id}">{escape(mail.subject) or "(no subject)"}</a>
<span>to {escape(", ".join(mail.recipients))}</span>
{_time(mail)}
</li>"""


def _time(mail: ReceivedMail) -> str:
    moment = datetime.fromisoformat(mail.received_at)
    return f'<time datetime="{mail.received_at}">{moment:%B} {moment.day}, {moment:%Y, %H:%M:%S} UTC</time>'


def _linked(text: str) -> str:
    """Return the text as HTML, with its URLs as links."""
    html, end = "", 0
    for match in LINK.finditer(text):
        link = escape(match[0])
        html += f'{escape(text[end : match.start()])}<a href="{link}">{link}</a>'
        end = match.end()
    return html + escape(text[end:])


def _headers(mail: ReceivedMail) -> str:
    return escape("\n".join(f"{name}: {value}" for name, value in mail.headers))
