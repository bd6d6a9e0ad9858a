"""Environment variables of a process in production."""

from webdev_certs.server.gateways.access_token_key import SigningKey

KEY = SigningKey.generate().pem()


PRODUCTION = {
    "ENVIRONMENT": "production",
    "PUBLIC_URL": "https://certs.example",
    "SIGNING_KEY": KEY,
    "SMTP_HOST": "mail.example",
}
