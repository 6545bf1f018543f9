"""Cards without stickers: learnt from their owner's photos, one each, and named by them later."""
