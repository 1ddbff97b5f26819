"""Comparing systems without fooling anyone: tests, intervals, and agreements between conclusions."""
