"""Archives whose bytes depend only on the names and contents of the files in them, and on one date."""

import gzip
import io
import os
import tarfile
import time
import zipfile


def files_under(folder):
    """Returns the paths of all folders and files under `folder`, relative to it, in the order of their bytes."""
    paths = []
    for parent, folders, files in os.walk(folder):
        paths += [os.path.relpath(os.path.join(parent, name), folder) for name in folders + files]
    return sorted(paths, key=os.fsencode)


def mode_of(path):
    """Returns a mode that does not depend on the umask of whoever created the file."""
    return 0o755 if os.path.isdir(path) or os.access(path, os.X_OK) else 0o644


def tar(folder, date, prefix="", modes=None):
    """Returns a tar archive of `folder`, in which each path begins with `prefix`.

    `modes` has the modes of paths that need others than 755 and 644.
    """
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        paths = files_under(folder)
        if prefix:
            paths.insert(0, ".")
        for path in paths:
            source = os.path.join(folder, path)
            entry = tarfile.TarInfo(os.path.normpath(os.path.join(prefix, path)))
            entry.mtime = date
            entry.mode = (modes or {}).get(path, mode_of(source))
            if os.path.isdir(source):
                entry.type = tarfile.DIRTYPE
                archive.addfile(entry)
            else:
                entry.size = os.path.getsize(source)
                with open(source, "rb") as file:
                    archive.addfile(entry, file)
    return buffer.getvalue()


def compressed(data):
    """Returns `data` as a gzip file without a name and a date."""
    return gzip.compress(data, 9, mtime=0)


def write_zip(file, entries, date):
    """Writes a zip archive of `entries`, which are names, modes and contents."""
    # The format's dates begin in 1980.
    date_time = time.gmtime(max(date, 315532800))[:6]
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, mode, content in entries:
            entry = zipfile.ZipInfo(name, date_time)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100000 | mode) << 16
            archive.writestr(entry, content)
