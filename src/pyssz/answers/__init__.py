"""Many parts at once, with the proof of them, and values of which only parts are known."""
