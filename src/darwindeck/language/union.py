"""Union: all mechanics that the files of a folder define, as one type. A new file joins by being there."""

from __future__ import annotations

import functools
import importlib
import operator
import pkgutil
from typing import Any

from .fields import Mechanic


def union_of(package: str, base: type[Mechanic]) -> Any:
    """The union of the mechanics in a package's modules, in the order of their names.

    Classes that a module only imports are left out: they belong to the module that defines them. The module of `base`
    holds what all of them share, and no mechanic. They are sorted, so that whoever walks through the kinds does so alike
    on every machine.
    """
    folder = importlib.import_module(package)
    modules = [importlib.import_module(f"{package}.{found.name}") for found in pkgutil.iter_modules(folder.__path__)]
    kinds = {
        kind
        for module in modules
        if module.__name__ != base.__module__
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, base) and kind.__module__ == module.__name__
    }
    return functools.reduce(operator.or_, sorted(kinds, key=lambda kind: kind.__name__))
