"""Writes a bill of materials (SPDX 2.3): sbom.py EXECUTABLE VERSION COMMIT DATE SYSTEM SWIFT LIBYAML

The last two are versions, and may be empty. A statically linked executable contains more than libyaml; its GCC is the one that
it names itself.
"""

import hashlib
import json
import re
import sys
import time

executable, version, commit, date, system, swift, libyaml = sys.argv[1:]
with open(executable, "rb") as file:
    content = file.read()
digest = hashlib.sha256(content).hexdigest()
gcc = re.search(rb"GCC: \([^)\0]*\) ([0-9.]+)\0", content)


def package(name, version, supplier, license, home, comment=None, **more):
    """Returns the description of a component; what is not known is left out."""
    description = {
        "SPDXID": f"SPDXRef-{name}",
        "name": name,
        "versionInfo": version,
        "supplier": supplier,
        "downloadLocation": "NOASSERTION",
        "homepage": home,
        "filesAnalyzed": False,
        "licenseConcluded": license,
        "licenseDeclared": license,
        "copyrightText": "NOASSERTION",
        "comment": comment,
        **more,
    }
    return {name: value for name, value in description.items() if value}


# The sources of decant do not name a license.
decant = package(
    "decant", version, "NOASSERTION", "NOASSERTION", None,
    primaryPackagePurpose="APPLICATION",
    sourceInfo=f"built from commit {commit}" if commit else None,
    checksums=[{"algorithm": "SHA256", "checksumValue": digest}],
)
linked = [
    package(
        "libyaml", libyaml, "Organization: YAML", "MIT", "https://pyyaml.org/wiki/LibYAML",
        externalRefs=libyaml and [{
            "referenceCategory": "PACKAGE-MANAGER",
            "referenceType": "purl",
            "referenceLocator": f"pkg:github/yaml/libyaml@{libyaml}",
        }],
    ),
]
if system == "Linux":
    linked += [
        package(
            "swift-runtime", swift, "Organization: Swift", "Apache-2.0 WITH Swift-exception", "https://www.swift.org",
            "The standard library, the runtime with parts of LLVM (Apache-2.0 WITH LLVM-exception), and libdispatch.",
        ),
        package(
            "gcc-runtime", gcc and gcc[1].decode(), "Organization: Free Software Foundation",
            "GPL-3.0-or-later WITH GCC-exception-3.1", "https://gcc.gnu.org", "libstdc++ and libgcc.",
        ),
        package(
            "glibc", None, "Organization: Free Software Foundation", "LGPL-2.1-or-later",
            "https://www.gnu.org/software/libc", "Parts have the licenses that `decant help licenses` prints.",
        ),
    ]

document = {
    "spdxVersion": "SPDX-2.3",
    "dataLicense": "CC0-1.0",
    "SPDXID": "SPDXRef-DOCUMENT",
    "name": f"decant-{version}",
    "documentNamespace": f"https://spdx.org/spdxdocs/decant-{version}-{digest}",
    "creationInfo": {
        "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(date))),
        "creators": ["Tool: decant-package.sh"],
    },
    "packages": [decant, *linked],
    "relationships": [
        {"spdxElementId": element, "relationshipType": kind, "relatedSpdxElement": other}
        for element, kind, other in [
            ("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-decant"),
            *[("SPDXRef-decant", "STATIC_LINK", entry["SPDXID"]) for entry in linked],
        ]
    ],
}
json.dump(document, sys.stdout, indent=2)
print()
