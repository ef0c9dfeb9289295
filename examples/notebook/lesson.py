# For marimo: pip install marimo scanlab-0.1.0-py3-none-any.whl, then marimo run lesson.py
import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo
    from scanlab import ScanLab

    return ScanLab, mo


@app.cell
def _(ScanLab):
    ScanLab(view="learn", algorithm="blelloch")
    return


@app.cell
def _(ScanLab, mo):
    path = mo.ui.anywidget(ScanLab(view="learn", path=1))
    path
    return (path,)


@app.cell
def _(mo, path):
    # The cell runs again when an answer arrives.
    event = path.value["last_event"]
    mo.md(f"Last event: {event.get('type')} {event.get('detail', {}).get('correct')}")
    return


if __name__ == "__main__":
    app.run()
