"""Conversation graphs: which turn gives the context to understand which."""

from turnwise.graph.conversations import graph_of_conversation, graphs_of
from turnwise.graph.graph import Graph, Through, graph_of
from turnwise.graph.stats import GraphStats, graph_stats

__all__ = [
    "Graph",
    "GraphStats",
    "Through",
    "graph_of",
    "graph_of_conversation",
    "graph_stats",
    "graphs_of",
]
