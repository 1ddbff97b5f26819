"""Fine-tuning models on a knowledge base. Torch is imported by what trains, and by nothing else."""
