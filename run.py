"""Start Sweepscope from a clone: set up what is missing, then hand over to the command line.

The syntax here is as old as it can be, so that a Python that is too old can still say so.
"""

import os
import sys

OLDEST_PYTHON = (3, 11)


def main():  # type: () -> int
    """Check the interpreter, prepare the environment, run the command line."""
    if sys.version_info < OLDEST_PYTHON:
        sys.stderr.write(
            "sweepscope: Python %d.%d or newer is needed, this is %d.%d; start it with a newer one, such as: "
            "python3.12 run.py\n" % (OLDEST_PYTHON + tuple(sys.version_info[:2]))
        )
        return 2
    # Also where the interpreter leaves the script's folder out (python -P).
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    from app import bootstrap

    return bootstrap.run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
