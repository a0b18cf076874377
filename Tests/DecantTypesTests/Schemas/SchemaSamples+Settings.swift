/// Schemas of settings.
extension SchemaSamples {
  static let settings: [(name: String, text: String)] = [
    (
      "editor",
      #"""
      {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {
        "editor.fontSize": {"type": "number", "minimum": 6, "default": 14},
        "editor.rulers": {"type": "array", "items": {"anyOf": [{"type": "number"}, {"type": ["object"],
          "properties": {"column": {"type": "number"}, "color": {"type": "string"}}}]}},
        "editor.wordWrap": {"type": "string", "enum": ["off", "on", "wordWrapColumn", "bounded"],
          "enumDescriptions": ["a", "b", "c", "d"]},
        "editor.quickSuggestions": {"anyOf": [{"type": "boolean"}, {"type": "object", "properties": {
          "strings": {"anyOf": [{"type": "boolean"}, {"type": "string", "enum": ["on", "inline"]}]},
          "comments": {"anyOf": [{"type": "boolean"}, {"type": "string", "enum": ["on", "inline"]}]}}}]},
        "files.exclude": {"type": "object", "additionalProperties": {"anyOf": [{"type": "boolean"},
          {"type": "object", "properties": {"when": {"type": "string"}}}]}},
        "files.encoding": {"type": "string", "enum": ["utf8", "utf8bom", "iso88591", "utf-16 le"]},
        "workbench.colorTheme": {"type": ["string", "null"], "default": null}},
       "patternProperties": {"^\\[.*\\]$": {"type": "object"}}}
      """#
    ),
    (
      "compiler",
      #"""
      {"$schema": "http://json-schema.org/draft-04/schema#", "allowTrailingCommas": true, "allOf": [
        {"$ref": "#/definitions/compilerOptionsDefinition"}, {"anyOf": [{"$ref": "#/definitions/filesDefinition"},
          {"$ref": "#/definitions/includeDefinition"}]}], "type": "object",
       "definitions": {"//": {"explainer": "a comment"},
        "filesDefinition": {"properties": {"files": {"type": ["array", "null"], "uniqueItems": true,
          "items": {"type": ["string", "null"]}}}},
        "includeDefinition": {"properties": {"include": {"type": ["array", "null"], "items": {"type": "string"}}}},
        "compilerOptionsDefinition": {"properties": {"compilerOptions": {"type": ["object", "null"], "properties": {
          "charset": {"type": ["string", "null"]}, "strict": {"type": ["boolean", "null"], "default": false},
          "target": {"type": ["string", "null"], "default": "ES3", "anyOf": [{"enum": ["ES3", "ES5", "ESNext"]},
            {"pattern": "^[eE][sS][0-9]+$"}]},
          "paths": {"type": ["object", "null"], "additionalProperties": {"type": ["array", "null"],
            "items": {"type": ["string", "null"]}}},
          "maxNodeModuleJsDepth": {"type": ["number", "null"]}}}}}}}
      """#
    ),
    (
      "linter",
      #"""
      {"$schema": "http://json-schema.org/draft-04/schema#", "type": "object", "definitions": {
        "rule": {"oneOf": [{"$ref": "#/definitions/severity"}, {"type": "array",
          "items": [{"$ref": "#/definitions/severity"}], "minItems": 1, "additionalItems": true}]},
        "severity": {"oneOf": [{"type": "integer", "enum": [0, 1, 2]},
          {"type": "string", "enum": ["off", "warn", "error"]}]},
        "extends": {"type": ["array", "string"], "items": {"type": "string"}}},
       "properties": {"root": {"type": "boolean"}, "extends": {"$ref": "#/definitions/extends"},
        "rules": {"type": "object", "properties": {"no-console": {"$ref": "#/definitions/rule"},
          "no-var": {"$ref": "#/definitions/rule"}, "novar": {"$ref": "#/definitions/rule"}},
          "additionalProperties": {"$ref": "#/definitions/rule"}},
        "overrides": {"type": "array", "items": {"type": "object", "required": ["files"], "properties": {
          "files": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]},
          "rules": {"type": "object", "additionalProperties": {"$ref": "#/definitions/rule"}}}}}}}
      """#
    ),
    (
      "logging",
      #"""
      {"type": "object", "required": ["level", "sinks"], "properties": {
        "level": {"$ref": "#/$defs/level"}, "sinks": {"type": "array", "items": {"oneOf": [
          {"type": "object", "required": ["type"], "properties": {"type": {"const": "console"},
            "color": {"type": "boolean"}}},
          {"type": "object", "required": ["type", "path"], "properties": {"type": {"const": "file"},
            "path": {"type": "string"}, "rotate": {"type": "object", "required": ["count"], "properties": {
            "count": {"type": "integer"}, "size": {"type": "number"}}}}},
          {"type": "object", "required": ["type", "url"], "properties": {"type": {"enum": ["http", "https"]},
            "url": {"type": "string"}, "level": {"$ref": "#/$defs/level"}}}]}}},
       "$defs": {"level": {"enum": ["trace", "debug", "info", "self", "init", "default", ""]}}}
      """#
    ),
    (
      "theme",
      #"""
      {"type": "object", "properties": {"colors": {"type": "object", "additionalProperties": {"$ref": "#/$defs/color"}},
        "tokenColors": {"type": "array", "items": {"type": "object", "properties": {
          "scope": {"type": ["string", "array"], "items": {"type": "string"}},
          "settings": {"type": "object", "properties": {"foreground": {"$ref": "#/$defs/color"},
          "fontStyle": {"type": "string"}}}}}}},
       "$defs": {"color": {"oneOf": [{"type": "string", "pattern": "^#", "examples": ["#fff"]}, {"type": "null"},
         {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "integer"}, {"type": "integer"},
         {"type": "number"}], "items": false, "minItems": 3}]}}}
      """#
    ),
    (
      "server",
      #"""
      {"type": "object", "properties": {"host": {"type": "string", "default": "localhost"},
        "port": {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 65535}, {"type": "string"}]},
        "tls": {"anyOf": [{"const": false}, {"type": "object", "required": ["certificate"], "properties": {
          "certificate": {"type": "string"}, "protocols": {"type": "array", "items": {"enum": [1.2, 1.3]}}}}]},
        "limits": {"type": "object", "properties": {"timeout": {"type": "number", "exclusiveMinimum": 0},
          "maxBody": {"type": "integer", "maximum": 9223372036854775807}}},
        "routes": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "object",
          "properties": {"to": {"type": "string"}, "weight": {"type": "integer"}}, "required": ["to"]}}}}}
      """#
    ),
    (
      "conditions",
      #"""
      {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "required": ["country"], "properties": {
        "country": {"enum": ["US", "CA"]}, "street": {"type": "string"}},
       "if": {"properties": {"country": {"const": "US"}}}, "then": {"properties": {"zip": {"type": "integer"}}},
       "else": {"properties": {"postal": {"type": "string"}}}, "dependencies": {"street": ["country"],
         "zip": {"properties": {"plus4": {"type": "integer"}}}}}
      """#
    ),
    (
      "words",
      #"""
      {"type": "object", "title": "Keys that are no names", "required": ["self"], "properties": {
        "self": {"type": "string"}, "init": {"type": "integer"}, "class": {"type": "object", "properties": {
          "Type": {"type": "string"}, "protocol": {"type": "null"}}}, "user-id": {"type": "integer"},
        "user_id": {"type": "string"}, "userId": {"type": "boolean"}, "": {"type": "string"}, "1st": {"type": "number"},
        "@context": {"type": "string"}, "$schema": {"type": "string"}, "a.b": {"type": "object", "properties": {
          "String": {"type": "object", "properties": {"x": {"type": "integer"}}}, "value": {"type": "object",
          "properties": {"y": {}}}, "Discriminator": {"type": "object", "properties": {"z": {"type": "integer"}}}}},
        "encode": {"type": "boolean"}, "container": {"type": ["string", "null"]}, "é": {"type": "string"},
        "e\u0301": {"type": "integer"}, "🙂": {"type": "boolean"}}}
      """#
    ),
  ]
}
