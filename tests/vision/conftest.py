"""Several tests run at once: OpenCV's own threads would only get in one another's way."""

import cv2

cv2.setNumThreads(1)
