"""What can be learnt from traces once they are there. Nothing here reads files; `ties` runs single frames again, nothing else simulates."""
