"""The play mat in true size, in four parts to glue together: corner tags, and a frame with its name for every zone."""

from vision.mat import layout_of
from vision.printing.pdf import Page
from vision.stickers import RIM, TAG_SIDE, marker_data, tag_layout

ACROSS, DOWN = 2, 2
"""Parts: half a mat is wide enough for its zones and fits on A4 and on Letter, landscape."""
PARTS = {(0, 0): "far left", (1, 0): "far right", (0, 1): "near left", (1, 1): "near right"}


def mat_pages(game: str, paper: tuple[float, float]) -> list[Page]:
    """One page a part, cut along its frame."""
    wide, high = marker_data("mat.toml")["size"]
    return [
        _part(game, (column * wide / ACROSS, row * high / DOWN), (wide / ACROSS, high / DOWN), paper, name)
        for (column, row), name in PARTS.items()
    ]


def _part(
    game: str, start: tuple[float, float], size: tuple[float, float], paper: tuple[float, float], name: str
) -> Page:
    page = Page(max(paper), min(paper))
    # The mat's own (0, 0) on this page, so that `start` lies at the part's corner.
    left, top = (page.width - size[0]) / 2, (page.height - size[1]) / 2
    x, y = left - start[0], top - start[1]
    page.text(left, top - 8, f"Play mat, {name}. Cut along the frame, glue the four parts edge to edge.", 3.0)
    page.line(left, top - 4, left + 100, top - 4, grey=0, width=0.3)
    page.text(left + 103, top - 3.5, "Print at 100 %: this line is 100 mm long.", 2.5)
    page.frame(left, top, *size)
    page.only(left, top, *size)
    plan, data = layout_of(game), marker_data("mat.toml")
    for number, (middle_x, middle_y) in plan.corners.items():
        half = plan.tag_mm / 2 * (1 + 2 * RIM / TAG_SIDE)
        tag = tag_layout(number, data["tag_mm"])
        for box_left, box_top, width, height in tag.boxes:
            at = (x + middle_x - half + box_left * tag.module, y + middle_y - half + box_top * tag.module)
            page.box(*at, width * tag.module, height * tag.module)
    for zone, (zone_left, zone_top, width, height) in plan.zones.items():
        page.frame(x + zone_left, y + zone_top, width, height, grey=0.3)
        page.text(x + zone_left + 3, y + zone_top + 8, zone.replace("-", " ").capitalize(), 6.0)
    return page
