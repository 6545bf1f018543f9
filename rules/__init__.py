"""The shared rules engine and the games on it. Pure: no clock, no files but its own data, no randomness of its own."""
