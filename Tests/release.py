"""Rehearses .github/workflows/release.yml: release.py DECANT VERSION CHECKOUT

Runs the commands of the jobs for Linux and for the draft, in a copy of the sources. What needs the network or another system is
replaced by programs that print what they were called with, and DECANT is packaged in place of a new build.
"""

import json
import os
import re
import subprocess
import sys

decant, version, checkout = sys.argv[1:]
stubs = os.path.join(checkout, ".stubs")
os.mkdir(stubs)


def stub(name, script):
    path = os.path.join(stubs, name)
    with open(path, "w") as file:
        file.write("#!/bin/sh\n" + script)
    os.chmod(path, 0o755)


for name in ["apt-get", "gh"]:
    stub(name, f'printf "%s\\n" "{name} $*"\n')
stub(
    "sh",
    f"""case $1 in
  Samples/package.sh) exec /bin/sh "$@" --executable "{decant}" ;;
  Tests/packages.sh) "$DECANT" --version ;;
  *) exec /bin/sh "$@" ;;
esac
""",
)
workflow = json.loads(
    subprocess.check_output([decant, "-t", "json", os.path.join(checkout, ".github/workflows/release.yml")])
)
expressions = {
    "github.server_url": "https://example.org",
    "github.repository": "owner/decant",
    "github.repository_owner": "owner",
    "github.token": "secret",
}


def expand(text):
    return re.sub(r"\$\{\{ *(.*?) *\}\}", lambda match: expressions[match[1]], text)


environment = {
    **os.environ,
    "PATH": stubs + os.pathsep + os.environ["PATH"],
    "HOME": checkout,
    "GITHUB_REF_NAME": "v" + version,
}
output = ""
for name in ["linux", "draft"]:
    job = workflow["jobs"][name]
    for step in job["steps"]:
        if "if" in step or "run" not in step:
            continue
        variables = {**job.get("env", {}), **step.get("env", {})}
        print("$", step["run"].strip())
        output = subprocess.check_output(
            ["/bin/sh", "-e", "-c", expand(step["run"])],
            cwd=checkout,
            env={**environment, **{key: expand(value) for key, value in variables.items()}},
            text=True,
        )
        print(output)

# The last command publishes all that was built, under the names that the README has.
machine = os.uname().machine
released = [os.path.basename(file) for file in output.split("packages/")[1:]]
names = {file.strip() for file in released}
print(names)
assert "SHA256SUMS" in names and len(names) >= 6, names
with open(os.path.join(checkout, "README.md")) as file:
    install = file.read().split("## Install")[1].split("From source")[0]
if machine == "x86_64":
    for word in re.findall(r"decant[-_][0-9.]+[-_.][^ /]*\.(?:deb|whl|tar\.gz|oci\.tar)|decant\.rb", install):
        pattern = re.escape(word.replace("0.1.0", version)).replace(r"\*", ".*")
        assert any(re.fullmatch(pattern, name) for name in names), (word, names)
