"""Archives a folder: tarball.py FOLDER PREFIX DATE FILE"""

import sys

from archives import compressed, tar

folder, prefix, date, file = sys.argv[1:]
with open(file, "wb") as output:
    output.write(compressed(tar(folder, int(date), prefix)))
