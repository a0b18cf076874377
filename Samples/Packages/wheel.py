"""Builds a wheel of the executable and the Python client: wheel.py TREE SOURCES VERSION TAG DATE FOLDER

TREE is the folder with `usr/bin/decant`, SOURCES that of the sources, TAG the platform.
"""

import base64
import hashlib
import os
import sys

from archives import write_zip

tree, sources, version, tag, date, folder = sys.argv[1:]


def read(*parts):
    with open(os.path.join(*parts), "rb") as file:
        return file.read()


METADATA = """\
Metadata-Version: 2.4
Name: decant
Version: {version}
Summary: Converts JSON, YAML and property lists without losing data
Keywords: json,yaml,plist,property list,conversion
Classifier: Environment :: Console
Classifier: Programming Language :: Python :: 3
Classifier: Topic :: Text Processing :: Markup
Classifier: Topic :: Utilities
Classifier: Typing :: Typed
Requires-Python: >=3.9
License-File: notices.txt
License-File: LGPL-2.1.txt
Description-Content-Type: text/markdown

{description}"""

WHEEL = """\
Wheel-Version: 1.0
Generator: Samples/package.sh
Root-Is-Purelib: false
"""

info = f"decant-{version}.dist-info"
packages = os.path.join(sources, "Samples", "Packages")
licenses = os.path.join(sources, "Sources", "DecantCommands", "Licenses")
description = read(packages, "wheel.md").decode()
entries = [
    ("decant/__init__.py", 0o644, read(sources, "Samples", "Clients", "python", "decant.py")),
    ("decant/__main__.py", 0o644, read(packages, "main.py")),
    ("decant/py.typed", 0o644, b""),
    (f"decant-{version}.data/scripts/decant", 0o755, read(tree, "usr", "bin", "decant")),
    (f"{info}/licenses/LGPL-2.1.txt", 0o644, read(licenses, "LGPL-2.1.txt")),
    (f"{info}/licenses/notices.txt", 0o644, read(licenses, "notices.txt")),
    (f"{info}/sboms/decant.spdx.json", 0o644, read(tree, "usr", "share", "doc", "decant", "decant.spdx.json")),
    (f"{info}/METADATA", 0o644, METADATA.format(version=version, description=description).encode()),
    (f"{info}/WHEEL", 0o644, (WHEEL + "".join(f"Tag: py3-none-{part}\n" for part in tag.split("."))).encode()),
]
record = ""
for name, _, content in entries:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    record += f"{name},sha256={digest},{len(content)}\n"
record += f"{info}/RECORD,,\n"
entries.append((f"{info}/RECORD", 0o644, record.encode()))
write_zip(os.path.join(folder, f"decant-{version}-py3-none-{tag}.whl"), entries, int(date))
