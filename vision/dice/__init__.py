"""Dice: the two landing dice by the figures on their discs, and plain pip dice by their pips."""
