"""The pages that people see: paying, authenticating, invoices, and the sandbox's own dashboard."""
