"""`make audit`: asks whether a locked package has a known hole, of each package, and says of which nothing could be
learned.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

ASK = (
    "-m",
    "pip_audit",
    "--progress-spinner",
    "off",
    "--format",
    "json",
    "--require-hashes",
    "--disable-pip",
    "--requirement",
    "requirements.lock",
)


def told(found: Any) -> tuple[list[str], bool]:
    """What to print of a report of pip-audit, and whether every package was asked about and has no known hole."""
    holes, unknown, asked = [], [], found["dependencies"]
    for each in asked:
        if "skip_reason" in each:
            unknown.append(f"{each['name']}: nothing could be learned: {each['skip_reason']}")
        for hole in each.get("vulns", ()):
            mended = f"mended in {', '.join(hole['fix_versions'])}" if hole["fix_versions"] else "not mended yet"
            holes.append(f"{each['name']} {each['version']}: {hole['id']}, {mended}")
    last = f"make audit: {len(asked)} packages, {len(holes)} known holes, nothing learned of {len(unknown)}"
    return [*unknown, *holes, last], bool(asked) and not holes and not unknown


def main() -> int:
    """Ask pip-audit, which runs in the Python that runs this; 1 where a package has a hole or is not known."""
    answer = subprocess.run([sys.executable, *ASK], stdout=subprocess.PIPE, text=True)
    try:
        lines, good = told(json.loads(answer.stdout))
    except ValueError:
        lines, good = ["make audit: pip-audit gave no report (see above); it needs a network"], False
    print("\n".join(lines))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
