"""How many options to show: policies that turn ranked confidences into a list, and their tuning."""
