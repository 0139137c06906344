"""Builds a source archive from a tree without git, a wheel from the archive, and tries the wheel in a fresh environment.

python -m tests.wheel --python python3.12 python3.13 --folder dist

Each Python must be installed. From 3.12 on one wheel does for all: it is built by the first and tried by the others, too. It is tried from an empty folder, so that nothing of the source tree can help.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "build", "dist", "experiments", "__pycache__", ".*_cache", ".hypothesis", "*.so")  # fmt: skip
TRIALS = (
    ("-m", "darwindeck", "games", "hearts"),
    ("-m", "darwindeck", "simulate", "--all", "--games", "20"),
    ("-m", "darwindeck", "chess", "perft", "startpos", "3"),
    ("-m", "darwindeck", "bench", "--signature"),
)


def build_archive(folder: Path) -> Path:
    """The source archive, made in a copy of this tree that git knows nothing of."""
    copy = folder / "tree"
    shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
    made = "import scikit_build_core.build as build; print(build.build_sdist('..'))"
    result = subprocess.run([sys.executable, "-c", made], cwd=copy, check=True, capture_output=True, text=True)
    return folder / result.stdout.splitlines()[-1]


def try_wheel(python: str, archive: Path, folder: Path, made: list[Path]) -> Path:
    """Installs a wheel alone and runs commands with it: one that was made before, if this Python takes it, else its own."""
    environment = folder / "environment"
    subprocess.run([python, "-m", "venv", environment], check=True)
    own = str(environment / "bin" / "python")
    takes = [own, "-m", "pip", "install", "--quiet", "--no-deps", "--dry-run"]
    fitting = [wheel for wheel in made if subprocess.run([*takes, wheel], capture_output=True).returncode == 0]
    wheel = fitting[0] if fitting else build_wheel(own, archive, folder)
    subprocess.run([own, "-m", "pip", "install", "--quiet", wheel], check=True)
    empty = folder / "empty"
    empty.mkdir()
    for words in TRIALS:
        subprocess.run([own, *words], cwd=empty, check=True, stdout=subprocess.DEVNULL)
    signature = subprocess.run([own, *TRIALS[-1]], cwd=empty, check=True, capture_output=True, text=True).stdout
    assert signature.strip() == (ROOT / "tests" / "golden" / "signature.txt").read_text().strip(), "other games"
    return wheel


def build_wheel(python: str, archive: Path, folder: Path) -> Path:
    """From the archive alone."""
    source = folder / "source"
    with tarfile.open(archive) as file:
        file.extractall(source, filter="data")
    [tree] = source.iterdir()
    subprocess.run([python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, tree], check=True)
    [wheel] = folder.glob("*.whl")
    return wheel


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", nargs="+", default=[sys.executable])
    parser.add_argument("--folder", type=Path, default=Path("dist"), help="where archive and wheels are put")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix="darwindeck-wheels-"))  # stays, for a look at what failed
    archive = build_archive(work)
    shutil.copy(archive, options.folder)
    made: list[Path] = []
    for number, python in enumerate(options.python):
        folder = work / str(number)
        folder.mkdir()
        wheel = try_wheel(python, archive, folder, made)
        if wheel not in made:
            made.append(wheel)
            shutil.copy(wheel, options.folder)
        print(f"{python}: {wheel.name} works", flush=True)


if __name__ == "__main__":
    main()
