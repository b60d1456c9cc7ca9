"""Where bytes come from and go to: files, streams, Snappy."""
