"""Measures reading YAML beside a bare loop over libyaml, and YAML to YAML beside its parser and emitter.

    python3 Tests/Benchmarks/yaml.py [OPTION...] [FILE...]

Each FILE is a JSON document, which decant writes as YAML in block style first. Documents of real life's kinds are made
here: manifests as Kubernetes has them, an API description, workflows, settings, rules, and tiny documents. --jobs also
compares one job with two on documents in a row. Figures are megabytes per second of processor time, medians of
interleaved runs.
"""

import argparse
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
WORDS = (
    "the service account must have access to this resource before any of its pods can be scheduled on a node of the "
    "cluster"
).split()


class Texts:
    """A source of random prose."""

    def __init__(self):
        self.random = random.Random(1)

    def words(self, count):
        return " ".join(self.random.choice(WORDS) for _ in range(count))

    def name(self):
        return self.random.choice(WORDS) + "-" + self.random.choice(WORDS)

    def lines(self, count, indentation, mark=""):
        """Returns lines of prose, each with an indentation, and a mark such as that of comments."""
        return "\n".join(f"{' ' * indentation}{mark}{self.words(self.random.randint(11, 16))}" for _ in range(count))

    def paragraphs(self, count, indentation):
        lengths = [self.random.randint(2, 5) for _ in range(count)]
        return "\n\n".join(self.lines(length, indentation) for length in lengths)


LICENSE = """# Copyright 2024 The Example Authors.
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""


def manifests(texts, count=6000):
    """Many small documents with comments and literal blocks, as Kubernetes has them; some with a license."""
    for number in range(count):
        yield f"""---
{LICENSE if number % 4 == 0 else ""}{texts.lines(2, 0, "# ")}
apiVersion: apps/v1
kind: {'Deployment' if number % 3 else 'ConfigMap'}
metadata:
  name: app-{number}
  namespace: team-{number % 17}
  labels: {{app: app-{number}, tier: "backend"}}
  annotations:
    description: >-
{texts.lines(2, 6)}
    checksum/config: "{texts.random.getrandbits(128):032x}"
spec:
  replicas: {number % 7}
  template:
    spec:
      containers:
      - name: main
        image: registry.example.com/team/app:{number}.{number % 9}  # pinned
        args: ["--port=8080", "--verbose", "--leader-elect=false"]
        command:
        - /bin/app
        - --config=/etc/app/config.yaml
        env:
        - name: MODE
          value: production
        - name: LIMIT
          value: "{number}"
        # {texts.words(9)}
        resources:
          limits:
            cpu: 500m
            memory: 128Mi
data:
  run.sh: |
    #!/bin/sh
    # {texts.words(10)}
    for i in 1 2 3; do
      echo "{texts.words(6)}: $i"
    done
"""


def description(texts, count=5000):
    """One long document with prose, as OpenAPI has it."""
    yield LICENSE + "openapi: 3.0.3\ninfo:\n  title: Example\n  version: 1.0.0\npaths:\n"
    for number in range(count):
        yield f"""  /items/{number}/{{id}}:
    get:
      tags: [items, "{texts.name()}"]
      summary: {texts.words(7)}
      description: |
{texts.paragraphs(3, 8)}
      operationId: getItem{number}
      parameters:
        - name: id
          in: path
          required: true
          description: '{texts.words(9)}'
          schema:
            type: integer
            format: int64
        - name: order
          in: query
          description: {texts.words(12)}
            {texts.words(11)}
          schema:
            type: string
            enum: [ascending, descending, none]
        - $ref: '#/components/parameters/limit'
      responses:
        '200':
          description: OK
          content:
            application/json:
              schema:
                $ref: '#/components/schemas/Item{number}'
        default:
          description: "{texts.words(8)}"
"""


def workflows(texts, count=5000):
    """Documents of jobs, whose steps are scripts, as GitHub has them."""
    for number in range(count):
        yield f"""---
name: {texts.words(3)}

# {texts.words(12)}
on:
  push:
    branches: [main, 'release/**']
    paths-ignore: ["docs/**", "*.md"]
  pull_request:
    types: [opened, synchronize, reopened]

permissions:
  contents: read

env:
  CACHE_VERSION: {number}
  NODE_OPTIONS: --max-old-space-size=4096

jobs:
  test-{number}:
    name: ${{{{ matrix.os }}}} / ${{{{ matrix.version }}}}
    runs-on: ${{{{ matrix.os }}}}
    timeout-minutes: 30
    strategy:
      fail-fast: false
      matrix:
        os: [ubuntu-latest, windows-latest, macos-14]
        version: [18, 20, "22.x"]
        include:
          - {{os: ubuntu-latest, version: 16, experimental: true}}
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0

      # {texts.words(10)}
      # {texts.words(8)}
      - name: {texts.words(4)}
        uses: actions/setup-node@60edb5dd545a775178f52524783378180af0d1f8 # v4.0.2
        with:
          node-version: ${{{{ matrix.version }}}}
          cache: npm
      - name: {texts.words(3)}
        if: github.event_name != 'pull_request' && matrix.os == 'ubuntu-latest'
        run: |
          set -euo pipefail
          # {texts.words(8)}
          for target in app worker; do
            npm run build -- --target "$target" --version {number}
          done

          npm test
        env:
          TOKEN: ${{{{ secrets.GITHUB_TOKEN }}}}
      - run: npm run lint
"""


def settings(texts, count=8000):
    """One long document of which two fifths are comments, as Helm's values have it."""
    yield LICENSE + f"{texts.lines(3, 0, '# ')}\n\n"
    for number in range(count):
        yield f"""## @section {texts.words(4)}
##
## ref: https://example.com/docs/component-{number}#settings
##
component{number}:
  # -- {texts.words(9)}
  enabled: {'true' if number % 3 else 'false'}
  image:
    repository: registry.example.com/team/component-{number}
    tag: "{number % 7}.{number % 11}.0"
    pullPolicy: IfNotPresent
  # @default -- `[]`
  extraArgs: []
  #  - --log-level=debug
  #  - --feature-gates={texts.name()}=true

  nodeSelector: {{}}
  service:
    type: ClusterIP  # {texts.words(4)}
    port: {8000 + number % 100}
    annotations: {{}}
      # service.example.com/load-balancer: "internal"
  resources:
    # {texts.words(9)}
    limits:
      cpu: 250m
      memory: 256Mi
    requests:
      cpu: 100m
      memory: 128Mi
  hosts:
    - name: {texts.name()}.example.com
      path: /{texts.name()}
  affinity: {{}}
  priorityClassName: ""
  updateStrategy: RollingUpdate

"""


def rules(texts, count=7000):
    """Documents with lists of short texts, and long ones on several lines, as rules for log files have them."""
    for number in range(count):
        items = "\n".join(f"            - '\\{texts.name()}.exe'" for _ in range(6))
        words = "\n".join(f"            - {texts.name()}" for _ in range(8))
        yield f"""---
title: {texts.words(5)}
id: {texts.random.getrandbits(32):08x}-0000-4000-8000-{texts.random.getrandbits(48):012x}
status: test
description: {texts.words(11)}
    {texts.words(12)}
    {texts.words(9)}
references:
    - https://example.com/{texts.name()}/{texts.name()}/{number}
    - https://example.com/reports/{number}
author: {texts.words(2)}, {texts.words(2)}
date: 2024-01-{number % 28 + 1:02d}
tags:
    - attack.execution
    - attack.t1059.{number % 10:03d}
logsource:
    category: process_creation
    product: windows
detection:
    selection_image:
        Image|endswith:
{items}
    selection_words:
        CommandLine|contains:
{words}
    condition: all of selection_*
falsepositives:
    - {texts.words(5)}
level: medium
"""


def tiny(texts, count=250000):
    """Documents of two lines."""
    for number in range(count):
        yield f"---\nid: {number}\nname: {texts.words(2)}\n"


KINDS = (manifests, description, workflows, settings, rules, tiny)


def processor_time(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def compile_loop(folder, name):
    loop = os.path.join(folder, name)
    source = os.path.join(HERE, name + ".c")
    subprocess.run([os.environ.get("CC", "cc"), "-O2", source, "-lyaml", "-o", loop], check=True)
    return loop


def write_documents(folder, decant, files):
    paths = []
    for make in KINDS:
        paths.append(os.path.join(folder, make.__name__ + ".yaml"))
        with open(paths[-1], "w", newline="") as file:
            file.writelines(make(Texts()))
    for file in files:
        name = os.path.splitext(os.path.basename(file))[0]
        paths.insert(0, os.path.join(folder, name + ".yaml"))
        subprocess.run([decant, "-f", "json", "-t", "yaml", "-o", paths[0], file], check=True)
        # A document of half a megabyte would measure the start of the processes.
        text = open(paths[0], "rb").read()
        if not text.startswith(b"- "):
            lines = text.splitlines(keepends=True)
            indented = b"".join(b"  " + line if line.strip() else line for line in lines)
            entry = b"-" + indented[1:]
            with open(paths[0], "wb") as output:
                output.write(entry * max(1, 5_000_000 // len(entry)))
    return paths


def measure(commands, path, runs, clock):
    """Returns megabytes per second for each command, the median of interleaved runs."""
    times = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            times[name].append(clock(command))
    size = os.path.getsize(path) / 1e6
    return {name: size / statistics.median(values) for name, values in times.items()}


def elapsed_time(command):
    start = time.monotonic()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return time.monotonic() - start


def print_rates(title, commands, paths, options, clock=processor_time):
    """Prints a line for each document; the first two commands are compared."""
    print(f"{title:16}" + "".join(f"{name:>14}" for name in commands(paths[0])) + f"{'ratio':>8}")
    for path in paths:
        rates = measure(commands(path), path, options.runs, clock)
        first, second = list(rates.values())[:2]
        name = os.path.splitext(os.path.basename(path))[0]
        print(f"{name:16}" + "".join(f"{rate:14.0f}" for rate in rates.values()) + f"{second / first:8.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--decant", default=shutil.which("decant"), help="the executable (default: the one on the path)")
    parser.add_argument("--beside", help="another executable of decant, to compare with")
    parser.add_argument("--runs", type=int, default=11, help="interleaved runs, of which the median counts (11)")
    parser.add_argument("--jobs", action="store_true", help="also compare one job with two, by the time that passes")
    options = parser.parse_args()
    if not options.decant:
        sys.exit("'decant' is not installed; build it, or use --decant FILE")

    def conversion(reference, target):
        def commands(path):
            convert = ["--jobs", "1", "-f", "yaml", "-t", *target, path]
            found = {os.path.basename(reference): [reference, path], "decant": [options.decant, *convert]}
            return found | ({"beside": [options.beside, *convert]} if options.beside else {})

        return commands

    def jobs(path):
        convert = [options.decant, "-f", "yaml", "-t", "jsonl", path]
        return {"1 job": convert + ["--jobs", "1"], "2 jobs": convert}

    with tempfile.TemporaryDirectory() as folder:
        paths = write_documents(folder, options.decant, options.files)
        print_rates("YAML to JSON", conversion(compile_loop(folder, "libyaml-loop"), ["json", "-c"]), paths, options)
        print_rates("YAML to YAML", conversion(compile_loop(folder, "libyaml-copy"), ["yaml"]), paths, options)
        if options.jobs:
            streams = [path for path in paths if os.path.basename(path) == "manifests.yaml"]
            print_rates("--jobs", jobs, streams, options, elapsed_time)


if __name__ == "__main__":
    main()
