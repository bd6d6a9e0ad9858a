"""The sandbox's pages: checkout, authentication, invoices and the dashboard."""
