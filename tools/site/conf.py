"""Settings of Sphinx for the documentation site."""

from typing import Any

import pyssz

project = "pyssz"
author = "The pyssz authors"
copyright = f"the {author.removeprefix('The ')}"
version = release = pyssz.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]
root_doc = "index"
highlight_language = "none"
pygments_style = "friendly"
pygments_dark_style = "github-dark"

# Pages: as the forge shows them, with links to headings. Notebooks come with their outputs.
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
nb_execution_mode = "off"
nb_merge_streams = True

# The reference: what modules list in __all__. Classes show what they inherit, but from bases that
# stand in the reference themselves, and from those of View, which is described with all it has.
_DESCRIBED = ("View", "BackedView", "BasicView", "uint", "ByteVector", "SSZError", "DecodeError")
_OF_VIEW = ("OpenedType", "StreamedType", "Operations")
_OF_PYTHON = (
    "object",
    "int",
    "bytes",
    "tuple",
    "dict",
    "list",
    "str",
    "Exception",
    "Enum",
    "Mapping",
)
autodoc_default_options = {
    "members": True,
    "imported-members": True,
    "inherited-members": ", ".join((*_DESCRIBED, *_OF_VIEW, *_OF_PYTHON)),
    "show-inheritance": True,
}
napoleon_use_ivar = True
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
# An annotation such as `type` is one of Python's, though attributes of ours have that name.
suppress_warnings = ["ref.python"]
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

# Text that is to be typed has no prompts and no answers.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = f"pyssz {version}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}

linkcheck_retries = 2


def skip_aliases(app: Any, what: str, name: str, thing: Any, skip: bool, options: Any) -> bool:
    """Leave out fields of named tuples that say nothing but their number."""
    return skip or (getattr(thing, "__doc__", None) or "").startswith("Alias for field number")


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-skip-member", skip_aliases)
