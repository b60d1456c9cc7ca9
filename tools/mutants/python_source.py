"""Mutants of Python: the places come from the syntax tree, the changes are made in the text.

Left alone: strings, annotations, imports, docstrings, what is only for type checkers, what is said
in `raise`, and whatever a module or class does with literals outside of functions (tables).
"""

import ast
import re
from collections.abc import Callable
from itertools import pairwise

from .sampling import Mutant, make, numbered

COMPARISONS = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "is": "is not",
    "is not": "is",
    "in": "not in",
    "not in": "in",
}
ARITHMETIC = {
    "+": "-",
    "-": "+",
    "*": "+",
    "//": "*",
    "/": "*",
    "%": "//",
    "<<": ">>",
    ">>": "<<",
    "&": "|",
    "|": "&",
    "^": "|",
    "**": "*",
}
NO_LOCK = "__import__('contextlib').nullcontext()"
OPERATOR = re.compile(r"is\s+not|not\s+in|is|in|<<|>>|//|\*\*|[<>=!]=|[-+*/%&|^<>]")


def mutants(file: str, source: str) -> list[Mutant]:
    """All mutants of a file; `file` is its path from the root of the project."""
    finder = _Finder(file, source)
    finder.visit(ast.parse(source))
    return numbered(sorted(finder.found, key=lambda m: (m.start, m.end, m.new)))


class _Finder(ast.NodeVisitor):
    def __init__(self, file: str, source: str) -> None:
        self.file, self.source = file, source
        self.found: list[Mutant] = []
        self.names: list[str] = []
        self.depth = 0  # of functions
        self.statement: ast.stmt | None = None
        # Columns are counted in bytes of UTF-8.
        self.lines = source.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    # ---- places ---------------------------------------------------------------------------------

    def at(self, line: int, column: int) -> int:
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        end_line, end_column = node.end_lineno, node.end_col_offset
        assert end_line is not None
        assert end_column is not None
        return self.at(node.lineno, node.col_offset), self.at(end_line, end_column)

    def add(self, kind: str, start: int, end: int, new: str) -> None:
        statement = self.statement
        assert statement is not None
        # Of a statement with a body, the lines that come before it.
        body = getattr(statement, "body", None)
        last = body[0].lineno - 1 if body else statement.end_lineno
        where = {
            "function": ".".join(self.names),
            "first": statement.lineno,
            "last": max(statement.lineno, last or 0),
        }
        self.found.append(
            make(self.source, self.file, start=start, end=end, new=new, kind=kind, **where)
        )

    def replace(self, kind: str, node: ast.expr | ast.stmt, new: Callable[[str], str]) -> None:
        start, end = self.span(node)
        self.add(kind, start, end, new(self.source[start:end]))

    def operator(self, kind: str, left: ast.expr, right: ast.expr, swaps: dict[str, str]) -> None:
        begin, end = self.span(left)[1], self.span(right)[0]
        # Between the two there are parentheses, comments and ends of lines, too.
        between = re.sub(r"#[^\n]*", lambda c: " " * len(c[0]), self.source[begin:end])
        match = OPERATOR.search(between)
        if match and (sign := " ".join(match[0].split())) in swaps:
            self.add(kind, begin + match.start(), begin + match.end(), swaps[sign])

    # ---- statements -----------------------------------------------------------------------------

    def visit(self, node: ast.AST) -> None:
        if not isinstance(node, ast.stmt):
            super().visit(node)
            return
        outer, self.statement = self.statement, node
        super().visit(node)
        self.statement = outer

    def _named(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        if any("overload" in ast.unparse(decorator) for decorator in node.decorator_list):
            return
        self.names.append(node.name)
        is_function = not isinstance(node, ast.ClassDef)
        if not isinstance(node, ast.ClassDef):
            for default in [*node.args.defaults, *filter(None, node.args.kw_defaults)]:
                self.visit(default)
        self.depth += is_function
        self.body(node.body)
        self.depth -= is_function
        self.names.pop()

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _named

    def body(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self.visit(statement)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return  # a docstring, or `...`
        self.drop(node)
        self.generic_visit(node)

    def drop(self, node: ast.stmt) -> None:
        if self.depth:
            self.replace("statement", node, lambda _: "pass")

    def visit_Assign(self, node: ast.Assign) -> None:
        self.drop(node)
        if self.depth or not isinstance(node.value, (ast.Dict, ast.List, ast.Tuple, ast.Set)):
            self.visit(node.value)
        for target in node.targets:
            self.visit(target)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.drop(node)
            if self.depth or not isinstance(node.value, (ast.Dict, ast.List, ast.Tuple, ast.Set)):
                self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.drop(node)
        self.operator("arithmetic", node.target, node.value, ARITHMETIC)
        self.generic_visit(node)

    def visit_Delete(self, node: ast.Delete) -> None:
        self.drop(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        self.drop(node)

    def visit_Break(self, node: ast.Break) -> None:
        self.drop(node)

    visit_Continue = visit_Break  # type: ignore[assignment]

    def visit_Return(self, node: ast.Return) -> None:
        if node.value and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            self.replace("result", node.value, lambda _: "None")
            self.visit(node.value)

    def visit_With(self, node: ast.With) -> None:
        for item in node.items:
            if "lock" in ast.unparse(item.context_expr).lower() and not item.optional_vars:
                self.replace("lock", item.context_expr, lambda _: NO_LOCK)
            self.visit(item)
        self.body(node.body)

    def visit_If(self, node: ast.If) -> None:
        if "TYPE_CHECKING" in ast.unparse(node.test):
            self.body(node.orelse)
            return
        self.condition(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.condition(node.test)
        self.generic_visit(node)

    def condition(self, test: ast.expr) -> None:
        # A comparison that is negated is what "comparison" makes of it.
        if isinstance(test, ast.UnaryOp) or (
            isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.Is, ast.In, ast.Eq))
        ):
            return
        self.replace("negation", test, lambda text: f"(not ({text}))")

    def _ignored(self, node: ast.AST) -> None:
        pass

    visit_Import = visit_ImportFrom = visit_Assert = visit_Global = visit_Nonlocal = _ignored
    visit_JoinedStr = _ignored

    # ---- expressions ----------------------------------------------------------------------------

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.condition(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self.condition(test)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for left, right in pairwise(operands):
            self.operator("comparison", left, right, COMPARISONS)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in pairwise(node.values):
            begin, end = self.span(left)[1], self.span(right)[0]
            between = re.sub(r"#[^\n]*", lambda c: " " * len(c[0]), self.source[begin:end])
            match = re.search(rf"\b{old}\b", between)
            if match:
                self.add("logic", begin + match.start(), begin + match.end(), new)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        is_text = any(
            isinstance(side, (ast.JoinedStr, ast.List, ast.Tuple))
            or (isinstance(side, ast.Constant) and isinstance(side.value, str))
            for side in (node.left, node.right)
        )
        if not is_text and self.depth:
            self.operator("arithmetic", node.left, node.right, ARITHMETIC)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.replace("negation", node, lambda text: f"({text.removeprefix('not').strip()})")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self.replace("constant", node, lambda _: str(not value))
        elif isinstance(value, int):
            for changed in (value + 1, value - 1)[: 2 if value else 1]:
                self.add("constant", *self.span(node), str(changed))
