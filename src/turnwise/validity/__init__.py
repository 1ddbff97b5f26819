"""Does a measure see what raters see? Correlation with their labels, sensitivity, what explains them, and reuse."""
