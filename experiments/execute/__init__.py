"""Who searches: this process, local processes, a cluster."""
