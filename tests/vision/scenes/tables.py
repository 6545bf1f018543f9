"""Rendered tables that several tests look at; each is made once a run."""

from dataclasses import replace
from functools import cache

import numpy as np

from vision.stickers import Sticker, stickers_of
from vision.table.camera import Camera, Pose
from vision.table.deal import corner_tags, fan, fans, scattered
from vision.table.faces import Print
from vision.table.light import HARD, TYPICAL, Light
from vision.table.scene import LaidCard, LaidHand, LaidTag, Picture, Scene, take

SILK = list(stickers_of("hit-the-silk"))
ARUCO = Print("aruco")
QR = Print("qr")
SMALL_CAMERA = Camera(1280, 720)


def taken(
    things: list[LaidCard | LaidTag | LaidHand], camera: Camera = SMALL_CAMERA, light: Light = TYPICAL
) -> Picture:
    return take(Scene(tuple(things), "cloth", 5), camera, light, np.random.default_rng(7))


@cache
def three_fans() -> Picture:
    """Ten QR stickers, ten ArUco, ten QR."""
    random = np.random.default_rng(3)
    laid = fans(SILK, random, QR)  # spaced for the larger kind
    mixed = [replace(card, made=ARUCO if 10 <= k < 20 else QR) for k, card in enumerate(laid)]
    return taken([*mixed])


@cache
def hard_fans() -> Picture:
    """Thirty ArUco stickers of 15 mm, in bad light."""
    laid = fans(SILK, np.random.default_rng(4), ARUCO)
    return taken([*laid], Camera(1280, 720, tilt=35), HARD)


@cache
def held_hand(kind: str) -> Picture:
    """A fan of ten, held up and tilted towards the camera."""
    laid = fan(SILK[20:30], 0, 90, 0, ARUCO if kind == "aruco" else QR, lean=15)
    return taken([*(replace(card, pose=replace(card.pose, height=60 + card.pose.height)) for card in laid)])


@cache
def mat_with_cards() -> Picture:
    """A mat with a card in Draw, one in Discard and one beside all zones."""
    places = {"draw": (-162, 0), "discard": (-77, 0), None: (-77, 130)}
    cards = [LaidCard(SILK[k], Pose(x, y), ARUCO) for k, (x, y) in enumerate(places.values())]
    return taken([*corner_tags(), *cards], Camera(1280, 720, across=660, tilt=25, turn=4))


def loose(deck: list[Sticker], made: Print, seed: int = 1) -> Picture:
    """Ten cards at any turn."""
    return taken([*scattered(deck, np.random.default_rng(seed), made)])
