"""Measures YAML beside loops in C over libyaml, and beside the programs that are installed.

    python3 Tests/Benchmarks/yaml.py [OPTION...]

Documents of real life's kinds are made here: manifests as Kubernetes has them, an API description, workflows, settings, rules,
and tiny documents. The others are in block style, as decant writes it.
"""

import itertools
import os
import random
import tempfile

import figures
from figures import Program, peer, python, tool
from measure import copies, with_words

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


def manifests(texts):
    """Many small documents with comments and literal blocks, as Kubernetes has them; some with a license."""
    for number in itertools.count():
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


def description(texts):
    """One long document with prose, as OpenAPI has it."""
    yield LICENSE + "openapi: 3.0.3\ninfo:\n  title: Example\n  version: 1.0.0\npaths:\n"
    for number in itertools.count():
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


def workflows(texts):
    """Documents of jobs, whose steps are scripts, as GitHub has them."""
    for number in itertools.count():
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


def settings(texts):
    """One long document of which two fifths are comments, as Helm's values have it."""
    yield LICENSE + f"{texts.lines(3, 0, '# ')}\n\n"
    for number in itertools.count():
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


def rules(texts):
    """Documents with lists of short texts, and long ones on several lines, as rules for log files have them."""
    for number in itertools.count():
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


def tiny(texts):
    """Documents of two lines."""
    for number in itertools.count():
        yield f"---\nid: {number}\nname: {texts.words(2)}\n"


KINDS = (manifests, description, workflows, settings, rules, tiny)
READS = """
import json, sys, yaml
json.dump(yaml.load(open(sys.argv[1], 'rb'), Loader=yaml.CSafeLoader), sys.stdout)
"""
WRITES = """
import json, sys, yaml
yaml.dump(json.load(open(sys.argv[1], 'rb')), sys.stdout, Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False)
"""


def write(make, path, size):
    """Writes a document of one kind, or documents, until they have the size."""
    with open(path, "w", newline="") as file:
        for part in make(Texts()):
            file.write(part)
            if file.tell() >= size:
                return path


def main():
    parser = figures.arguments(__doc__, megabytes=20)
    parser.add_argument("--beside", help="another executable of decant, to compare with")
    options = figures.parsed(parser)
    convert = ["--jobs", "1", "-f", "yaml", "-t"]

    def programs(*words):
        found = [Program("decant", [options.decant, *words])]
        return found + ([Program("decant, the other", [options.beside, *words])] if options.beside else [])

    with tempfile.TemporaryDirectory() as folder:
        texts, inputs, kinds = {}, {}, {}
        for name, value in figures.documents(options).items():
            texts[name] = copies(options, value, folder, name, (1, 10))
            inputs[name] = {part: figures.converted(options, path, "json", "yaml") for part, path in texts[name].items()}
        for make in KINDS:
            path = os.path.join(folder, make.__name__ + ".yaml")
            kinds[make.__name__] = {1: write(make, path, options.megabytes * figures.MEGABYTE)}
        reading = [*programs(*convert, "json", "-c"), Program("libyaml", peer("libyaml-loop"))]
        writing = [*programs(*convert, "yaml"), Program("libyaml", peer("libyaml-copy"))]
        figures.section("YAML", f"""
            Megabytes of input per second of processor time. libyaml is called by loops in C, which discard its events, or pass them
            to its emitter from YAML to YAML. The documents are {options.megabytes:g} MB of JSON in block style, of which the
            programs on the right read a tenth.""")
        figures.table_of_conversions(figures.DOCUMENTS, options, {
            "YAML to JSON": ([
                *reading,
                Program("gojq", with_words(tool("gojq"), "--yaml-input", "-c", "."), 10),
                Program("PyYAML with libyaml", python("yaml", READS), 10),
                Program("yq (in Python)", with_words(tool("yq"), "-c", "."), 10),
            ], inputs),
            "YAML to YAML": (writing, inputs),
            "JSON to YAML": ([
                *programs("--jobs", "1", "-f", "json", "-t", "yaml"),
                Program("gojq", with_words(tool("gojq"), "--yaml-output", "."), 10),
                Program("PyYAML with libyaml", python("yaml", WRITES), 10),
                Program("yq (in Python)", with_words(tool("yq"), "-y", "."), 10),
            ], texts),
        })
        figures.paragraph("Documents of real life's kinds, with comments, made by `yaml.py`:")
        columns = [*figures.rates(options, reading, kinds).values(), *figures.rates(options, writing, kinds).values()]
        names = [program.name for program in reading + writing if program.command]
        titles = [f"{name}, {'reading' if index < len(names) / 2 else 'YAML to YAML'}" for index, name in enumerate(names)]
        figures.table(["", *titles], [
            [name, *(figures.rate(results[index]) for results in columns)] for index, name in enumerate(kinds)])


if __name__ == "__main__":
    main()
