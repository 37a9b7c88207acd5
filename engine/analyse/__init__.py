"""What can be learnt from traces once they are there. Nothing reads files; `ties` alone runs single frames again."""
