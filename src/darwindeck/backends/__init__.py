"""Who plays the jobs of an evaluation: this machine, or several. All give the same records."""
