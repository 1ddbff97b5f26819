"""Who is compared: each goes from two files to the per-turn scores of the six measures, by its own public door.

A Python contender is a module here with `score(run, qrels)`, which returns whatever it gives, and `means(scores)`,
the means of the six measures over turns, in the order of `MEASURES`. trec_eval is a program, so its module says how
to call it instead. This file imports nothing: it would count against everybody.
"""

MEASURES = ("nDCG@3", "nDCG@10", "AP", "RR", "P@10", "R@100")
