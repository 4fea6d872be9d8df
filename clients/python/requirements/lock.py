"""Writes NAME.lock beside each NAME.in: every package that it needs, with its version and the hash of its file.

python3 clients/python/requirements/lock.py
"""

import json
import subprocess
import sys
from pathlib import Path

HEAD = "# Written by requirements/lock.py from {name} on {platform}, Python {python}. Never edited by hand.\n"


def main() -> None:
    """Asks pip what it would install, and installs nothing."""
    here = Path(__file__).parent
    for source in sorted(here.glob("*.in")):
        dry = ["install", "--dry-run", "--ignore-installed", "--quiet", "--only-binary", ":all:", "--report", "-"]
        told = subprocess.run(  # noqa: S603 - these words
            [sys.executable, "-m", "pip", *dry, "-r", str(source)], check=True, stdout=subprocess.PIPE
        )
        report = json.loads(told.stdout)
        lines = sorted(
            f"{one['metadata']['name'].lower()}=={one['metadata']['version']} "
            f"--hash=sha256:{one['download_info']['archive_info']['hashes']['sha256']}"
            for one in report["install"]
        )
        environment = report["environment"]
        head = HEAD.format(
            name=source.name,
            platform=f"{environment['sys_platform']} {environment['platform_machine']}",
            python=environment["python_version"],
        )
        source.with_suffix(".lock").write_text(head + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
