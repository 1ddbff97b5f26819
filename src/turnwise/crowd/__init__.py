"""What people think of an avatar's answers: what to show them, and what their ratings say."""
