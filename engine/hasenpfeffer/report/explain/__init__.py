"""The rules of a game in plain English, worked out from its rule file: `leaflet.leaflet` writes it."""
