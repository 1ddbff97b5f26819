"""How much raters agree, on designs as ragged as real studies are: coefficients, their intervals, and the raters."""
