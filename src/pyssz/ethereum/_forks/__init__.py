"""What each fork of the consensus specs defines or redefines: a file per fork, of templates."""
