"""Tests of the product in a browser. A package, so that package fixtures end with these tests."""
