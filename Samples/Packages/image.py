"""Builds an OCI image of the executable alone: image.py TREE VERSION COMMIT ARCHITECTURE DATE FOLDER

The image is a folder in the OCI image layout, version 1. Beside the executable it contains its bill of materials, and
`/tmp`, where decant keeps input that it has to read twice.
"""

import hashlib
import json
import os
import shutil
import sys
import tempfile
import time

from archives import compressed, tar

tree, version, commit, architecture, date, folder = sys.argv[1:]
blobs = os.path.join(folder, "blobs", "sha256")
os.makedirs(blobs)


def add(content, kind, **more):
    """Stores `content` under its digest, and returns its descriptor."""
    digest = hashlib.sha256(content).hexdigest()
    with open(os.path.join(blobs, digest), "wb") as file:
        file.write(content)
    return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": f"sha256:{digest}", "size": len(content), **more}


def encoded(value):
    return json.dumps(value, separators=(",", ":")).encode()


with tempfile.TemporaryDirectory() as root:
    documents = os.path.join("usr", "share", "doc", "decant")
    os.makedirs(os.path.join(root, documents))
    os.mkdir(os.path.join(root, "tmp"))
    shutil.copy(os.path.join(tree, "usr", "bin", "decant"), root)
    shutil.copy(os.path.join(tree, documents, "decant.spdx.json"), os.path.join(root, documents))
    layer = tar(root, int(date), modes={"tmp": 0o1777})

created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(date)))
annotations = {
    "org.opencontainers.image.title": "decant",
    "org.opencontainers.image.description": "Converts JSON, YAML and property lists without losing data",
    "org.opencontainers.image.version": version,
    "org.opencontainers.image.created": created,
}
if commit:
    annotations["org.opencontainers.image.revision"] = commit
config = add(
    encoded({
        "created": created,
        "architecture": architecture,
        "os": "linux",
        "config": {"User": "65532:65532", "Entrypoint": ["/decant"], "Labels": annotations},
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{hashlib.sha256(layer).hexdigest()}"]},
        "history": [{"created": created, "created_by": "Samples/package.sh image"}],
    }),
    "config.v1+json",
)
manifest = add(
    encoded({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": config,
        "layers": [add(compressed(layer), "layer.v1.tar+gzip")],
        "annotations": annotations,
    }),
    "manifest.v1+json",
    platform={"architecture": architecture, "os": "linux"},
    annotations={"org.opencontainers.image.ref.name": version},
)
for name, value in [
    ("oci-layout", {"imageLayoutVersion": "1.0.0"}),
    ("index.json", {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [manifest]}),
]:
    with open(os.path.join(folder, name), "wb") as file:
        file.write(encoded(value))
