"""The texts of the Contact page."""

from webdev_certs.ui.pages.public.info_texts.info_text import InfoText

CONTACT = InfoText(
    path="contact",
    title="Contact",
    summary="How to contact the people behind WebDev Certs: through the project's public issue tracker.",
    heading="Contact",
    lead="WebDev Certs is an open-source project. To contact its contributors, use the issue tracker.",
    sections=(
        (
            "Something does not work",
            (
                "Open an issue in the issue tracker of the source repository. Say what you did, what you "
                "expected and what happened. Name your browser. The tracker is public, so leave out "
                "passwords, tokens and other people's data.",
            ),
        ),
        (
            "A question is wrong or unclear",
            (
                "Open an issue. Name the technology and the topic, and quote the documentation that "
                "contradicts the question. Do not post complete questions of a certification test.",
            ),
        ),
        (
            "A security problem",
            (
                "Do not open a public issue. Send a private vulnerability report in the repository, so the "
                "maintainers can fix the problem before it becomes public.",
            ),
        ),
        (
            "Your account or your data",
            (
                "Contact the operator of the site you use. Anyone can run this software, and only the "
                "operator can access its accounts. For common problems, see the [support page](/support).",
            ),
        ),
    ),
)
