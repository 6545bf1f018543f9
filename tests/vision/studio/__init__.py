"""A second renderer, written apart from `vision/table`: rays cast from every pixel, light in linear scale, a lens that
bends, lamps that mirror, and prints drawn by Pillow. What the eyes can do on their own drawings must hold here, too."""
