// Replaces https://js.stripe.com: only what a page needs before it opens the URL of a checkout session.
(() => {
  const Stripe = (publishableKey) => {
    if (typeof publishableKey !== "string" || !publishableKey.startsWith("pk_")) {
      throw new Error("IntegrationError: Please call Stripe() with your publishable key. You used: " + publishableKey);
    }
    return Object.freeze({version: 3, _keyMode: "test", _isSandbox: true, _publishableKey: publishableKey});
  };
  Stripe.version = 3;
  window.Stripe = Stripe;
})();
