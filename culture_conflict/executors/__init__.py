"""Where steps run: in the run's own process, or each in a process that holds GPUs."""
