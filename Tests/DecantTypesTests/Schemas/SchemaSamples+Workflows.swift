/// Schemas of workflows and deployments.
extension SchemaSamples {
  static let workflows: [(name: String, text: String)] = [
    (
      "workflow",
      #"""
      {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "required": ["on", "jobs"],
       "additionalProperties": false, "definitions": {
        "event": {"type": "string", "enum": ["push", "pull_request", "workflow_dispatch"]},
        "ref": {"type": "object", "properties": {"branches": {"$ref": "#/definitions/globs"},
          "tags": {"$ref": "#/definitions/globs"}}, "allOf": [{"not": {"required": ["branches", "branches-ignore"]}}]},
        "globs": {"type": "array", "items": {"type": "string"}, "minItems": 1},
        "env": {"oneOf": [{"type": "object", "additionalProperties": {"oneOf": [{"type": "string"},
          {"type": "number"}, {"type": "boolean"}]}}, {"type": "string", "pattern": "^\\$\\{\\{.*\\}\\}$"}]},
        "step": {"type": "object", "properties": {"name": {"type": "string"}, "uses": {"type": "string"},
          "run": {"type": "string"}, "with": {"$ref": "#/definitions/env"}, "env": {"$ref": "#/definitions/env"},
          "if": {"type": ["boolean", "number", "string"]},
          "timeout-minutes": {"anyOf": [{"type": "number"}, {"type": "string"}]}},
          "anyOf": [{"required": ["uses"]}, {"required": ["run"]}]},
        "normalJob": {"type": "object", "required": ["runs-on"], "properties": {
          "needs": {"oneOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]},
          "runs-on": {"anyOf": [{"type": "string"}, {"type": "array", "anyOf": [{"items": [{"type": "string"}],
            "minItems": 1, "additionalItems": {"type": "string"}}]}, {"type": "object",
            "properties": {"group": {"type": "string"}}}]},
          "steps": {"type": "array", "items": {"$ref": "#/definitions/step"}},
          "strategy": {"type": "object", "properties": {"matrix": {}, "fail-fast": {"type": "boolean"}}}}},
        "reusableJob": {"type": "object", "required": ["uses"], "properties": {"uses": {"type": "string"},
          "secrets": {"anyOf": [{"$ref": "#/definitions/env"}, {"type": "string", "enum": ["inherit"]}]}}}},
       "properties": {"name": {"type": "string", "description": "The name of your workflow."},
        "on": {"oneOf": [{"$ref": "#/definitions/event"}, {"type": "array", "items": {"$ref": "#/definitions/event"}},
          {"type": "object", "properties": {"push": {"$ref": "#/definitions/ref"},
            "pull_request": {"$ref": "#/definitions/ref"},
            "schedule": {"type": "array", "items": {"type": "object", "properties": {"cron": {"type": "string"}}}}}}]},
        "env": {"$ref": "#/definitions/env"},
        "jobs": {"type": "object", "patternProperties": {"^[_a-zA-Z][a-zA-Z0-9_-]*$": {"oneOf": [
          {"$ref": "#/definitions/normalJob"}, {"$ref": "#/definitions/reusableJob"}]}},
          "minProperties": 1, "additionalProperties": false}}}
      """#
    ),
    (
      "compose",
      #"""
      {"$schema": "https://json-schema.org/draft/2019-09/schema", "type": "object", "title": "Compose Specification",
       "properties": {"version": {"type": "string", "deprecated": true}, "name": {"type": "string"},
        "services": {"type": "object", "patternProperties": {"^[a-zA-Z0-9._-]+$": {"$ref": "#/definitions/service"}},
          "additionalProperties": false}},
       "patternProperties": {"^x-": {}}, "additionalProperties": false,
       "definitions": {"service": {"type": "object", "properties": {
          "build": {"oneOf": [{"type": "string"}, {"type": "object", "properties": {"context": {"type": "string"},
            "args": {"$ref": "#/definitions/list_or_dict"}, "no_cache": {"type": ["boolean", "string"]}},
            "additionalProperties": false, "patternProperties": {"^x-": {}}}]},
          "command": {"$ref": "#/definitions/command"}, "image": {"type": "string"},
          "cpu_percent": {"type": ["string", "integer"], "minimum": 0, "maximum": 100},
          "environment": {"$ref": "#/definitions/list_or_dict"},
          "ports": {"type": "array", "items": {"oneOf": [{"type": "number"}, {"type": "string"},
            {"type": "object", "properties": {"target": {"type": ["string", "integer"]},
              "published": {"type": ["string", "integer"]}}, "additionalProperties": false}]}, "uniqueItems": true},
          "depends_on": {"oneOf": [{"$ref": "#/definitions/list_of_strings"}, {"type": "object",
            "additionalProperties": false, "patternProperties": {"^[a-zA-Z0-9._-]+$": {"type": "object",
              "required": ["condition"], "properties": {"condition": {"type": "string",
              "enum": ["service_started", "service_healthy"]}}}}}]},
          "healthcheck": {"$ref": "#/definitions/healthcheck"}}, "additionalProperties": false},
        "healthcheck": {"type": "object", "properties": {"disable": {"type": ["boolean", "string"]},
          "retries": {"type": ["number", "string"]}, "test": {"oneOf": [{"type": "string"},
          {"type": "array", "items": {"type": "string"}}]}}},
        "command": {"oneOf": [{"type": "null"}, {"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
        "list_of_strings": {"type": "array", "items": {"type": "string"}, "uniqueItems": true},
        "list_or_dict": {"oneOf": [{"type": "object", "patternProperties": {".+": {"type":
          ["string", "number", "boolean", "null"]}}, "additionalProperties": false},
          {"type": "array", "items": {"type": "string"}, "uniqueItems": true}]}}}
      """#
    ),
    (
      "kubernetes",
      #"""
      {"type": "object", "required": ["apiVersion", "kind"], "properties": {
        "apiVersion": {"type": "string", "enum": ["v1"]}, "kind": {"type": "string", "enum": ["Service"]},
        "metadata": {"$ref": "#/definitions/ObjectMeta"}, "spec": {"$ref": "#/definitions/ServiceSpec"}},
       "definitions": {"ObjectMeta": {"type": "object", "properties": {"name": {"type": ["string", "null"]},
          "labels": {"type": ["object", "null"], "additionalProperties": {"type": ["string", "null"]}},
          "generation": {"type": ["integer", "null"], "format": "int64"}}},
        "ServiceSpec": {"type": "object", "properties": {"clusterIP": {"type": ["string", "null"]},
          "ports": {"type": ["array", "null"], "items": {"$ref": "#/definitions/ServicePort"}}}},
        "ServicePort": {"type": "object", "required": ["port"], "properties": {"port": {"type": "integer"},
          "protocol": {"type": ["string", "null"], "enum": ["TCP", "UDP", null]},
          "targetPort": {"$ref": "#/definitions/IntOrString"}}},
        "IntOrString": {"oneOf": [{"type": ["string", "null"]}, {"type": "integer"}]}}}
      """#
    ),
    (
      "pipeline",
      #"""
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {
        "stages": {"type": "array", "items": {"$ref": "#stage"}, "minItems": 1},
        "default": {"$ref": "#/$defs/job"}},
       "required": ["stages"],
       "$defs": {"stage": {"$anchor": "stage", "type": "object", "required": ["name", "jobs"], "properties": {
          "name": {"type": "string"}, "jobs": {"type": "array", "items": {"$ref": "#/$defs/job"}},
          "stages": {"type": "array", "items": {"$ref": "#stage"}}}},
        "job": {"type": "object", "required": ["script"], "properties": {"script": {"oneOf": [{"type": "string"},
          {"type": "array", "items": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}}]},
          "retry": {"oneOf": [{"type": "integer", "minimum": 0, "maximum": 2}, {"type": "object", "properties": {
          "max": {"type": "integer"}, "when": {"oneOf": [{"type": "string"}, {"type": "array"}]}}}]},
          "timeout": {"type": "string"}}}}}
      """#
    ),
    (
      "tasks",
      #"""
      {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "allOf": [
        {"$ref": "#/definitions/taskConfiguration"}], "properties": {"version": {"enum": ["2.0.0"]},
        "tasks": {"type": "array", "items": {"$ref": "#/definitions/task"}}},
       "definitions": {"taskConfiguration": {"type": "object", "properties": {"windows": {"$ref": "#/definitions/os"},
          "linux": {"$ref": "#/definitions/os"}}},
        "os": {"type": "object", "properties": {"command": {"type": "string"},
          "args": {"type": "array", "items": {"type": "string"}}}},
        "task": {"allOf": [{"$ref": "#/definitions/os"}, {"type": "object", "required": ["label"], "properties": {
          "label": {"type": "string"}, "problemMatcher": {"oneOf": [{"type": "string"}, {"type": "array",
            "items": {"type": "string"}}]}, "group": {"oneOf": [{"type": "string", "enum": ["build", "test"]},
            {"type": "object", "properties": {"kind": {"type": "string"}, "isDefault": {"type": "boolean"}}}]}}}]}}}
      """#
    ),
    (
      "playbook",
      #"""
      {"type": "array", "items": {"oneOf": [{"$ref": "#/$defs/play"}, {"$ref": "#/$defs/import"}]},
       "$defs": {"play": {"title": "play", "type": "object", "required": ["hosts"], "properties": {
          "hosts": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
          "become": {"anyOf": [{"type": "boolean"}, {"type": "string", "pattern": "^\\{\\{"}]},
          "vars": {"type": "object"}, "tasks": {"type": "array", "items": {"$ref": "#/$defs/task"}}}},
        "import": {"type": "object", "required": ["import_playbook"], "properties": {
          "import_playbook": {"type": "string"}}, "additionalProperties": false},
        "task": {"anyOf": [{"$ref": "#/$defs/block"}, {"type": "object", "required": ["name"], "properties": {
          "name": {"type": "string"}, "when": {"type": ["boolean", "string", "array"]}, "loop": true}}]},
        "block": {"type": "object", "required": ["block"], "properties": {
          "block": {"type": "array", "items": {"$ref": "#/$defs/task"}}}}}}
      """#
    ),
  ]
}
