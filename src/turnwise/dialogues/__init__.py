"""What is done with dialogues as such: counted, checked, filtered."""
