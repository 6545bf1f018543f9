"""What is printed: stickers, slips for sleeves, tags, the mat and a test card, in true millimetres."""
