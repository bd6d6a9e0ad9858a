// Fills the form with a test card, and keeps a second click from paying twice.
for (const button of document.querySelectorAll("[data-card]")) {
  button.addEventListener("click", () => {
    const values = {number: button.dataset.card, expiry: "12 / 34", cvc: "123"};
    for (const [name, value] of Object.entries(values)) {
      document.getElementById(name).value = value;
    }
    for (const [name, value] of Object.entries({name: "Test Person", email: "test.person@example.com"})) {
      const input = document.getElementById(name);
      if (input && !input.value) input.value = value;
    }
    document.querySelector("form button.primary").focus();
  });
}
for (const form of document.querySelectorAll("form[data-once]")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
  });
}
// When the browser restores the page from its history, the form can be sent again.
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-once]")) delete form.dataset.sent;
});
