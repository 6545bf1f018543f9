"""What players do, one file a heading or two of the rulebook: the record, the rules it must keep, its effect."""
