"""The sweep-and-slide controller of document 003, function by function."""
