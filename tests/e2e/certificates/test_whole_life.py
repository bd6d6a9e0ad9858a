"""A certificate from the passed test to its replacement and revocation, as its holder and others see it."""

import re
from pathlib import Path
from typing import Any

import segno
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.console import Console
from tests.e2e.journeys import Learner, at
from tests.e2e.learning import ApiLearner
from tests.e2e.product import Product
from webdev_certs.shared.exam_rules import CUT_SCORE

NUMBER = re.compile(r"WDC-[A-Z]{2}-\w{4}-\w{4}-\w")


def card(page: Page, text: str) -> Locator:
    return page.get_by_role("main").get_by_role("listitem").filter(has_text=text).first


def download(page: Page, click: Locator) -> Path:
    with page.expect_download() as started:
        click.click()
    return Path(started.value.path())


def upload(page: Page, file: Path) -> Locator:
    """Verify a file on the page, and return the result."""
    page.get_by_label("Choose a file").set_input_files(file)
    return page.locator("#file-result")


def test_a_certificate_proves_itself_until_it_is_replaced_or_revoked(
    member: Page,
    visit: Visit,
    learner: Learner,
    tokens: dict[str, Any],
    product: Product,
    console: Console,
    tmp_path: Path,
) -> None:
    # The browser notes that the changed file is refused.
    console.announce("422")
    ApiLearner(product, tokens).take_exam("react", right=True)
    member.goto("/dashboard/my-certificates")
    own = card(member, "Download PDF")
    found = NUMBER.search(own.inner_text())
    assert found
    number = found[0]

    # The link preview is in what the server sends.
    html = product.http.get(f"/verify/{number}").text
    assert f"<title>{learner.name}: Certified React Developer</title>" in html
    assert f'content="{product.url}/api/verify/{number}/card.png" property="og:image"' in html
    assert f"{CUT_SCORE} points to pass" in html
    assert html.count('property="og:site_name"') == 1
    assert html.count('property="og:title"') == html.count('rel="canonical"') == 1
    picture = product.http.get(f"/api/verify/{number}/card.png")
    assert picture.headers["content-type"] == "image/png"

    # Every form of it is verified in a browser in which nobody has signed in.
    employer = visit()
    employer.goto(f"/verify/{number}")
    expect(employer.get_by_text("Valid certificate")).to_be_visible()
    expect(employer.get_by_role("heading", name="What we checked")).to_be_visible()
    expect(employer.get_by_text("The test is online and unsupervised")).to_be_visible()
    pdf = download(member, own.get_by_role("button", name="Download PDF"))
    result = upload(employer, pdf)
    expect(result.get_by_text("Valid certificate")).to_be_visible()
    expect(result).to_contain_text(learner.name)
    expect(result.get_by_text("Signature: OK")).to_be_visible()
    for name in ("Badge as PNG", "Badge as SVG", "Open Badge as JSON", "Open Badge as JWT"):
        own.get_by_role("button", name="Other formats").click()
        file = download(member, own.get_by_role("button", name=name))
        result = upload(employer, file)
        expect(result.get_by_text("Valid certificate")).to_be_visible()
    changed = tmp_path / "changed.json"
    original = file.read_bytes()
    # The last file is a JWT, and the changed one still is: with another letter in its signature.
    other = b"B" if original[-9:-8] == b"A" else b"A"
    changed.write_bytes(original[:-9] + other + original[-8:])
    expect(upload(employer, changed).get_by_text("This file was changed or isn’t genuine")).to_be_visible()

    # The holder withholds the name.
    own.get_by_role("checkbox", name="Show my name").uncheck()
    expect(own.get_by_text("The public page shows neither your name nor your score.")).to_be_visible()
    employer.reload()
    expect(employer.get_by_text("Holder’s name withheld")).to_be_visible()
    expect(employer.get_by_text("Issued for the title")).to_be_visible()
    expect(employer.get_by_text("This certifies that")).to_have_count(0)
    expect(employer.get_by_text("Ask whoever gave you this number")).to_be_visible()
    own.get_by_role("checkbox", name="Show my name").check()
    expect(own.get_by_text("The public page shows your name, but not your score.")).to_be_visible()

    # The holder gets a new name and a new certificate.
    member.goto("/dashboard/profile")
    member.get_by_label("Full name").fill("Ada King")
    member.get_by_role("button", name="Save name").click()
    expect(member.get_by_text("Your name is saved")).to_be_visible()
    member.goto("/dashboard/my-certificates")
    card(member, number).get_by_role("button", name="Reissue with my new name").click()
    dialog = member.get_by_role("dialog", name="Reissue this certificate?")
    dialog.get_by_role("button", name="Reissue it").click()
    expect(card(member, "Replaced by")).to_contain_text(number)
    found = NUMBER.search(card(member, "Download PDF").inner_text())
    assert found
    new = found[0]
    assert new != number
    employer.goto(f"/verify/{number}")
    expect(employer.get_by_text("Replaced by another certificate", exact=True)).to_be_visible()
    expect(employer.get_by_role("main")).not_to_contain_text(learner.name)
    expect(upload(employer, pdf).get_by_text("Replaced by another certificate", exact=True)).to_be_visible()
    employer.get_by_role("link", name=new).click()
    expect(employer).to_have_url(at(f"/verify/{new}"))
    expect(employer.get_by_text("Valid certificate")).to_be_visible()
    expect(employer.get_by_text("Ada King")).to_be_visible()

    # An operator revokes it. Other states of a certificate are in tests/unit/ui/states/certificates.
    product.command("certificates", "revoke", new, "--because", "rules_broken", "--yes")
    employer.reload()
    expect(employer.get_by_text("Revoked: this certificate is no longer valid", exact=True)).to_be_visible()
    expect(employer.get_by_text("The rules of the test were broken.")).to_be_visible()


def test_a_file_can_be_chosen_with_the_keyboard_and_dropped(
    page: Page, console: Console, tmp_path: Path
) -> None:
    console.announce("422")
    page.goto("/verify")
    chooser = page.get_by_label("Choose a file")
    expect(chooser).to_be_enabled()
    with page.expect_file_chooser() as opened:
        chooser.press("Enter")
    text = tmp_path / "hello.txt"
    text.write_text("hello")
    opened.value.set_files(text)
    expect(page.locator("#file-result")).to_be_focused()
    expect(page.get_by_text("This isn’t a photo or a PDF, PNG, SVG, JSON or JWT file")).to_be_visible()
    drop = """(input) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(9 * 1024 * 1024)], "large.pdf"));
        input.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }"""
    chooser.evaluate(drop)
    expect(page.get_by_text("The file is larger than 8 MB.")).to_be_visible()


def test_a_code_is_scanned_where_the_browser_can_and_may(page: Page) -> None:
    page.add_init_script("navigator.mediaDevices.getUserMedia = undefined;")
    page.goto("/verify")
    expect(page.get_by_label("Choose a file")).to_be_enabled()
    expect(page.get_by_role("button", name="Scan the QR code")).to_have_count(0)
    refused = page.context.new_page()
    refused.add_init_script("""
        navigator.mediaDevices.getUserMedia = async () => { throw new DOMException("", "NotAllowedError"); };
    """)
    refused.goto("/verify")
    refused.get_by_role("button", name="Scan the QR code").click()
    expect(refused.get_by_role("status").filter(has_text="We can’t use the camera.")).to_be_visible()
    able = page.context.new_page()
    able.add_init_script("""
        window.asked = 0;
        window.BarcodeDetector = class {
            static async getSupportedFormats() { return ["qr_code"]; }
            async detect() { return [{ rawValue: "https://certs.example/verify/WDC-RE-7K3M-92QF-Z" }]; }
        };
        navigator.mediaDevices.getUserMedia = async () => {
            window.asked += 1;
            return document.createElement("canvas").captureStream();
        };
    """)
    able.goto("/verify")
    scan = able.get_by_role("button", name="Scan the QR code")
    expect(scan).to_be_visible()
    assert able.evaluate("window.asked") == 0
    scan.click()
    expect(able).to_have_url(at("/verify/WDC-RE-7K3M-92QF-Z"))


def test_a_code_is_scanned_in_browsers_that_cannot_read_codes(visit: Visit) -> None:
    code = segno.make_qr("https://certs.example/verify/WDC-RE-7K3M-92QF-Z", error="m")
    page = visit()
    # A camera that shows the code on a gray table, and moves a little.
    page.add_init_script(f"window.rows = {[list(row) for row in code.matrix]};")
    page.add_init_script("""
        delete window.BarcodeDetector;
        navigator.mediaDevices.getUserMedia = async () => {
            const canvas = Object.assign(document.createElement("canvas"), { width: 1280, height: 720 });
            const context = canvas.getContext("2d");
            const size = 9;
            const whole = (window.rows.length + 8) * size;
            let moved = 0;
            setInterval(() => {
                moved = (moved + 3) % 60;
                context.fillStyle = "#777";
                context.fillRect(0, 0, 1280, 720);
                context.fillStyle = "#eee";
                context.fillRect(360 + moved, 160, whole, whole);
                context.fillStyle = "#111";
                window.rows.forEach((row, y) => row.forEach((dark, x) => {
                    if (!dark) return;
                    context.fillRect(360 + moved + (x + 4) * size, 160 + (y + 4) * size, size, size);
                }));
            }, 50);
            return canvas.captureStream(20);
        };
    """)
    page.goto("/verify")
    page.get_by_role("button", name="Scan the QR code").click()
    expect(page).to_have_url(at("/verify/WDC-RE-7K3M-92QF-Z"))


def test_a_decoder_that_does_not_load_is_not_blamed_on_the_camera(visit: Visit, console: Console) -> None:
    console.announce("ERR_FAILED")
    page = visit()
    page.add_init_script("""
        delete window.BarcodeDetector;
        navigator.mediaDevices.getUserMedia = async () => document.createElement("canvas").captureStream();
    """)
    page.goto("/verify")
    scan = page.get_by_role("button", name="Scan the QR code")
    # The scripts of the page itself have run.
    expect(scan).to_be_enabled()
    page.route("**/assets/*.js", lambda route: route.abort())
    scan.click()
    expect(page.get_by_role("status").filter(has_text="The scanner didn’t load.")).to_be_visible()
    expect(scan).to_be_visible()
