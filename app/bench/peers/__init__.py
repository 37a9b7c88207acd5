"""Other engines, measured in the same run on the same question."""
