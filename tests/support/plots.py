"""Figures of matplotlib, counted and closed."""

__all__ = ["plotted"]


def plotted() -> int:
    """How many figures with something drawn there are; none afterwards."""
    from matplotlib import pyplot

    figures = [pyplot.figure(number) for number in pyplot.get_fignums()]
    count = sum(any(axes.has_data() for axes in figure.axes) for figure in figures)
    pyplot.close("all")
    return count
