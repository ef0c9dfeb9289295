"""ScanLab in notebooks: GPU prefix sums (scans), shown, stepped through and measured on your own device.

    from scanlab import ScanLab
    ScanLab(view="learn", algorithm="blelloch")
"""

import numbers
import pathlib

import anywidget
import traitlets

__all__ = ["ScanLab"]
__version__ = "VERSION"


class _Text(traitlets.Unicode):
    """A text. A number becomes its text, as in HTML."""

    def validate(self, obj, value):
        is_number = isinstance(value, numbers.Number) and not isinstance(value, bool)
        return super().validate(obj, str(value) if is_number else value)


def _text(description):
    return _Text(None, allow_none=True, help=description).tag(sync=True)


def _flag(description):
    return traitlets.Bool(False, help=description).tag(sync=True)


class ScanLab(anywidget.AnyWidget):
    """The element <scan-lab>. Each of its attributes is a keyword argument and a trait; None means that it is absent."""

    _esm = pathlib.Path(__file__).parent / "widget.js"

    # SETTINGS

    last_event = traitlets.Dict(help="The latest event of the element: its type and its detail. Empty before the first.").tag(sync=True)

    def __init__(self, view=None, **settings):
        known = {name for name in self.trait_names() if not name.startswith("_")}
        unknown = sorted(set(settings) - known)
        if unknown:
            raise TypeError(f"Unknown setting {', '.join(unknown)}. Known: {', '.join(sorted(self._settings))}.")
        super().__init__(view=view, **settings)
