"""Runs the executable of this package: python -m decant"""

import os
import sys

from decant import find_executable

executable = find_executable()
# The search for the name is needed if the executable was installed in another way.
os.execvp(executable, [executable, *sys.argv[1:]])
