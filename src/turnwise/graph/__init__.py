"""Conversation graphs: which turn gives the context to understand which."""

from turnwise.graph.graph import Graph, graph_of, graphs_of

__all__ = ["Graph", "graph_of", "graphs_of"]
