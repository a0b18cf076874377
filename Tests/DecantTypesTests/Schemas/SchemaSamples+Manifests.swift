/// Schemas of the manifests of packages.
extension SchemaSamples {
  static let manifests: [(name: String, text: String)] = [
    (
      "npm",
      #"""
      {"$schema": "http://json-schema.org/draft-07/schema#", "title": "JSON schema for a package manifest",
       "type": "object", "definitions": {
        "person": {"description": "A person who has been involved.", "type": ["object", "string"],
          "required": ["name"],
          "properties": {"name": {"type": "string"}, "url": {"type": "string", "format": "uri"},
            "email": {"type": "string", "format": "email"}}},
        "dependency": {"description": "Dependencies are specified with a simple hash of package name to version range.",
          "type": "object", "additionalProperties": {"type": "string"}},
        "exportsEntry": {"anyOf": [{"type": ["string", "null"]}, {"$ref": "#/definitions/exportsObject"}]},
        "exportsObject": {"type": "object", "properties": {
          "import": {"$ref": "#/definitions/exportsEntry"}, "require": {"$ref": "#/definitions/exportsEntry"},
          "default": {"$ref": "#/definitions/exportsEntry"}},
          "patternProperties": {"^[^.0-9]+$": {"$ref": "#/definitions/exportsEntry"}},
          "additionalProperties": false}},
       "patternProperties": {"^_": {"description": "Any property starting with _ is valid."}},
       "properties": {
        "name": {"type": "string", "maxLength": 214, "minLength": 1,
          "pattern": "^(?:(?:@(?:[a-z0-9-*~][a-z0-9-*._~]*)?/[a-z0-9-._~])|[a-z0-9-~])[a-z0-9-._~]*$"},
        "version": {"type": "string"}, "keywords": {"type": "array", "items": {"type": "string"}},
        "bugs": {"type": ["object", "string"], "properties": {"url": {"type": "string"}, "email": {"type": "string"}}},
        "license": {"anyOf": [{"type": "string"}, {"enum": ["MIT", "ISC"]}]},
        "author": {"$ref": "#/definitions/person"},
        "contributors": {"type": "array", "items": {"$ref": "#/definitions/person"}},
        "bin": {"type": ["string", "object"], "additionalProperties": {"type": "string"}},
        "type": {"type": "string", "enum": ["commonjs", "module"], "default": "commonjs"},
        "main": {"type": "string"}, "exports": {"oneOf": [{"$ref": "#/definitions/exportsEntry"}]},
        "dependencies": {"$ref": "#/definitions/dependency"}, "devDependencies": {"$ref": "#/definitions/dependency"},
        "private": {"anyOf": [{"type": "boolean"}, {"enum": ["false", "true"]}]},
        "engines": {"type": "object", "properties": {"node": {"type": "string"}},
          "additionalProperties": {"type": "string"}},
        "workspaces": {"anyOf": [{"type": "array", "items": {"type": "string"}},
          {"type": "object", "properties": {"packages": {"type": "array", "items": {"type": "string"}},
            "nohoist": {"type": "array", "items": {"type": "string"}}}}]}}}
      """#
    ),
    (
      "cargo",
      #"""
      {"$schema": "http://json-schema.org/draft-04/schema#", "title": "Cargo.toml", "type": "object",
       "required": ["package"],
       "definitions": {
        "Edition": {"type": "string", "enum": ["2015", "2018", "2021"]},
        "DetailedDependency": {"type": "object", "properties": {"version": {"type": "string"},
          "path": {"type": "string"}, "features": {"type": "array", "items": {"type": "string"}},
          "default-features": {"type": "boolean"}, "optional": {"type": "boolean"}}},
        "Dependency": {"anyOf": [{"type": "string"}, {"$ref": "#/definitions/DetailedDependency"}]}},
       "properties": {"package": {"type": "object", "required": ["name", "version"], "properties": {
          "name": {"type": "string"}, "version": {"type": "string"}, "edition": {"$ref": "#/definitions/Edition"},
          "publish": {"oneOf": [{"type": "boolean"}, {"type": "array", "items": {"type": "string"}}]},
          "metadata": {"type": "object", "additionalProperties": true}}},
        "dependencies": {"type": "object", "additionalProperties": {"$ref": "#/definitions/Dependency"}},
        "profile": {"type": "object", "additionalProperties": {"type": "object", "properties": {
          "opt-level": {"enum": [0, 1, 2, 3, "s", "z"]}, "lto": {"enum": ["fat", "thin", true, false]},
          "codegen-units": {"type": "integer", "minimum": 1}, "panic": {"enum": ["unwind", "abort"]}}}}}}
      """#
    ),
    (
      "composer",
      #"""
      {"$schema": "https://json-schema.org/draft-04/schema#", "type": "object", "properties": {
        "name": {"type": "string"}, "abandoned": {"type": ["boolean", "string"]},
        "license": {"type": ["string", "array"]},
        "autoload": {"$ref": "#/definitions/autoload"},
        "repositories": {"type": ["object", "array"], "items": {"$ref": "#/definitions/repository"},
          "additionalProperties": {"$ref": "#/definitions/repository"}},
        "extra": {"type": ["object", "array"], "additionalProperties": true}},
       "definitions": {
        "autoload": {"type": "object", "properties": {
          "psr-4": {"type": "object", "additionalProperties": {"type": ["string", "array"],
            "items": {"type": "string"}}}, "files": {"type": "array"}}},
        "repository": {"type": "object", "oneOf": [{"$ref": "#/definitions/vcs"}, {"$ref": "#/definitions/path"}]},
        "vcs": {"type": "object", "required": ["type", "url"], "properties": {
          "type": {"type": "string", "enum": ["vcs", "github", "git"]}, "url": {"type": "string"},
          "no-api": {"type": "boolean"}}},
        "path": {"type": "object", "required": ["type", "url"], "properties": {
          "type": {"type": "string", "enum": ["path"]}, "url": {"type": "string"},
          "options": {"type": "object", "properties": {"symlink": {"type": ["boolean", "null"]}}}}}}}
      """#
    ),
    (
      "pyproject",
      #"""
      {"$schema": "https://json-schema.org/draft/2019-09/schema", "type": "object", "properties": {
        "project": {"type": "object", "required": ["name"], "properties": {
          "name": {"type": "string"}, "dynamic": {"type": "array", "items": {"enum": ["version", "readme"]}},
          "readme": {"oneOf": [{"type": "string"}, {"type": "object", "properties": {"file": {"type": "string"}},
            "required": ["file"]}, {"type": "object", "properties": {"text": {"type": "string"}},
            "required": ["text"]}]},
          "authors": {"type": "array", "items": {"$ref": "#/$defs/author"}},
          "scripts": {"type": "object", "patternProperties": {"^.*$": {"type": "string"}}}},
          "oneOf": [{"required": ["version"], "properties": {"version": {"type": "string"}}},
            {"required": ["dynamic"]}]},
        "tool": {"type": "object", "additionalProperties": {"type": "object"}}},
       "$defs": {"author": {"type": "object", "properties": {"name": {"type": "string"},
         "email": {"type": "string"}}}}}
      """#
    ),
    (
      "lockfile",
      #"""
      {"type": "object", "required": ["lockfileVersion", "packages"], "properties": {
        "lockfileVersion": {"const": 3},
        "packages": {"type": "object", "additionalProperties": {"$ref": "#/$defs/package"}}},
       "$defs": {"package": {"type": "object", "properties": {"version": {"type": "string"},
         "resolved": {"type": ["string", "boolean"]}, "integrity": {"type": "string"},
         "size": {"type": "integer", "minimum": 0, "maximum": 18446744073709551615},
         "dependencies": {"type": "object", "additionalProperties": {"$ref": "#/$defs/package"}}}}}}
      """#
    ),
    (
      "helm",
      #"""
      {"$schema": "http://json-schema.org/draft-06/schema#", "type": "object", "required": ["replicas", "image"],
       "properties": {"replicas": {"type": "integer", "minimum": 0}, "image": {"type": "object",
         "required": ["repository"], "properties": {"repository": {"type": "string"}, "tag": {"type": ["string", "null"]},
         "pullPolicy": {"type": "string", "enum": ["Always", "IfNotPresent", "Never"]}}},
        "resources": {"type": "object", "properties": {"limits": {"$ref": "#/definitions/amounts"},
          "requests": {"$ref": "#/definitions/amounts"}}},
        "tolerations": {"type": "array", "items": {"type": "object", "additionalProperties": true}},
        "nodeSelector": {"type": ["object", "null"], "additionalProperties": {"type": "string"}}},
       "definitions": {"amounts": {"type": ["object", "null"], "properties": {
         "cpu": {"type": ["string", "number"]}, "memory": {"type": "string"}}}}}
      """#
    ),
  ]
}
