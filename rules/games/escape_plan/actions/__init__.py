"""What somebody at the table can do, a file for each part of the player aid."""
