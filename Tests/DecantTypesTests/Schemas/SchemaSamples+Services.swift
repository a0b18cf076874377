/// Schemas of what services send and receive.
extension SchemaSamples {
  static let services: [(name: String, text: String)] = [
    (
      "petstore",
      #"""
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "array", "items": {
        "$ref": "#/components/schemas/Pet"}, "components": {"schemas": {
        "Pet": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
          "discriminator": {"propertyName": "petType"}},
        "Animal": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"},
          "tag": {"type": "string", "nullable": true}, "born": {"type": "string", "format": "date"}}},
        "Cat": {"allOf": [{"$ref": "#/components/schemas/Animal"}, {"type": "object", "required": ["petType"],
          "properties": {"petType": {"const": "cat"}, "huntingSkill": {"type": "string",
          "enum": ["clueless", "lazy", "aggressive"]}}}]},
        "Dog": {"allOf": [{"$ref": "#/components/schemas/Animal"}, {"type": "object", "required": ["petType"],
          "properties": {"petType": {"const": "dog"}, "packSize": {"type": "integer", "format": "int32",
          "minimum": 0}}}]}}}}
      """#
    ),
    (
      "openapi",
      #"""
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://example.com/openapi",
       "type": "object", "required": ["openapi", "info"], "properties": {
        "openapi": {"type": "string", "pattern": "^3", "examples": ["3.1.0"]}, "info": {"$ref": "#/$defs/info"},
        "paths": {"type": "object", "patternProperties": {"^/": {"$ref": "#/$defs/path-item"}},
          "additionalProperties": false}},
       "unevaluatedProperties": false,
       "$defs": {"info": {"type": "object", "required": ["title", "version"], "properties": {
          "title": {"type": "string"}, "version": {"type": "string"}, "contact": {"$ref": "#/$defs/contact"}},
          "$ref": "#/$defs/extensions", "unevaluatedProperties": false},
        "contact": {"type": "object", "properties": {"name": {"type": "string"}, "url": {"type": "string"}}},
        "extensions": {"patternProperties": {"^x-": true}},
        "path-item": {"type": "object", "properties": {"get": {"$ref": "#/$defs/operation"},
          "put": {"$ref": "#/$defs/operation"}}},
        "operation": {"type": "object", "properties": {"operationId": {"type": "string"},
          "parameters": {"type": "array", "items": {"$ref": "#/$defs/parameter-or-reference"}},
          "responses": {"type": "object", "patternProperties": {"^[1-5](?:[0-9]{2}|XX)$": {"type": "object",
          "required": ["description"], "properties": {"description": {"type": "string"}}}}}}},
        "parameter-or-reference": {"if": {"type": "object", "required": ["$ref"]},
          "then": {"$ref": "#/$defs/reference"}, "else": {"$ref": "#/$defs/parameter"}},
        "reference": {"type": "object", "properties": {"$ref": {"type": "string"}}},
        "parameter": {"type": "object", "required": ["name", "in"], "properties": {"name": {"type": "string"},
          "in": {"enum": ["query", "header", "path"]}, "required": {"type": "boolean"}}}}}
      """#
    ),
    (
      "geojson",
      #"""
      {"$schema": "http://json-schema.org/draft-07/schema#", "title": "GeoJSON Feature", "type": "object",
       "required": ["type", "properties", "geometry"], "properties": {"type": {"type": "string", "enum": ["Feature"]},
        "id": {"oneOf": [{"type": "number"}, {"type": "string"}]},
        "properties": {"oneOf": [{"type": "null"}, {"type": "object"}]},
        "bbox": {"type": "array", "minItems": 4, "items": {"type": "number"}},
        "geometry": {"oneOf": [{"type": "null"},
          {"title": "GeoJSON Point", "type": "object", "required": ["type", "coordinates"], "properties": {
            "type": {"type": "string", "enum": ["Point"]}, "coordinates": {"type": "array", "minItems": 2,
            "items": {"type": "number"}}}},
          {"title": "GeoJSON LineString", "type": "object", "required": ["type", "coordinates"], "properties": {
            "type": {"type": "string", "enum": ["LineString"]}, "coordinates": {"type": "array", "minItems": 2,
            "items": {"type": "array", "minItems": 2, "items": {"type": "number"}}}}}]}}}
      """#
    ),
    (
      "events",
      #"""
      {"oneOf": [{"$ref": "#/$defs/created"}, {"$ref": "#/$defs/moved"}, {"$ref": "#/$defs/deleted"}],
       "$defs": {"base": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"},
         "at": {"type": "integer"}}},
        "created": {"allOf": [{"$ref": "#/$defs/base"}], "required": ["event"], "properties": {
          "event": {"const": "created"}, "payload": {"type": "object"}}},
        "moved": {"allOf": [{"$ref": "#/$defs/base"}], "required": ["event", "to"], "properties": {
          "event": {"const": "moved"}, "to": {"type": "array", "prefixItems": [{"type": "number"}, {"type": "number"}],
          "items": false}}},
        "deleted": {"allOf": [{"$ref": "#/$defs/base"}], "required": ["event"], "properties": {
          "event": {"enum": ["deleted", "purged"]}, "reason": {"type": ["string", "null"]}}}}}
      """#
    ),
    (
      "rpc",
      #"""
      {"oneOf": [{"title": "Request", "type": "object", "required": ["jsonrpc", "method"], "properties": {
         "jsonrpc": {"const": "2.0"}, "method": {"type": "string"}, "id": {"type": ["string", "integer", "null"]},
         "params": {"type": ["array", "object"]}}},
        {"title": "Response", "type": "object", "required": ["jsonrpc", "id", "result"], "properties": {
         "jsonrpc": {"const": "2.0"}, "id": {"type": ["string", "integer", "null"]}, "result": true}},
        {"title": "Failure", "type": "object", "required": ["jsonrpc", "id", "error"], "properties": {
         "jsonrpc": {"const": "2.0"}, "id": {"type": ["string", "integer", "null"]}, "error": {"type": "object",
         "required": ["code", "message"], "properties": {"code": {"type": "integer"}, "message": {"type": "string"},
         "data": {}}}}}]}
      """#
    ),
    (
      "feed",
      #"""
      {"type": "object", "required": ["version", "items"], "properties": {
        "version": {"type": "string"}, "title": {"type": "string"}, "home_page_url": {"type": "string"},
        "authors": {"type": "array", "items": {"$ref": "#/$defs/author"}},
        "items": {"type": "array", "items": {"type": "object", "required": ["id"], "properties": {
          "id": {"type": ["string", "number"]}, "content_html": {"type": "string"},
          "attachments": {"type": "array", "items": {"type": "object", "properties": {"url": {"type": "string"},
            "size_in_bytes": {"type": "integer"}, "duration_in_seconds": {"type": "number"}}}}},
          "anyOf": [{"required": ["content_html"]}, {"required": ["content_text"],
            "properties": {"content_text": {"type": "string"}}}]}}},
       "$defs": {"author": {"type": "object", "properties": {"name": {"type": "string"}}, "maxProperties": 3}}}
      """#
    ),
    (
      "sarif",
      #"""
      {"$schema": "http://json-schema.org/draft-04/schema#", "title": "Static Analysis Results", "type": "object",
       "required": ["version", "runs"], "additionalProperties": false, "properties": {
        "$schema": {"type": "string"}, "version": {"enum": ["2.1.0"]},
        "runs": {"type": ["array", "null"], "items": {"$ref": "#/definitions/run"}}},
       "definitions": {"run": {"type": "object", "required": ["tool"], "properties": {"tool": {"type": "object",
          "properties": {"driver": {"type": "object", "properties": {"name": {"type": "string"},
          "rules": {"type": "array", "items": {"$ref": "#/definitions/rule"}, "default": []}}}}},
          "results": {"type": ["array", "null"], "items": {"$ref": "#/definitions/result"}}}},
        "rule": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"},
          "properties": {"$ref": "#/definitions/propertyBag"}}},
        "result": {"type": "object", "required": ["message"], "properties": {"ruleIndex": {"type": "integer",
          "minimum": -1, "default": -1}, "level": {"enum": ["none", "note", "warning", "error"]},
          "message": {"type": "object", "properties": {"text": {"type": "string"}},
          "anyOf": [{"required": ["text"]}, {"required": ["text", "id"]}]}, "rank": {"type": "number", "minimum": -1,
          "maximum": 100, "exclusiveMaximum": false}}},
        "propertyBag": {"type": "object", "additionalProperties": true, "properties": {
          "tags": {"type": "array", "items": {"type": "string"}}}}}}
      """#
    ),
    (
      "graphql",
      #"""
      {"type": "object", "properties": {"data": {"type": ["object", "null"]}, "errors": {"type": "array",
        "minItems": 1, "items": {"type": "object", "required": ["message"], "properties": {
        "message": {"type": "string"}, "path": {"type": "array", "items": {"type": ["string", "integer"]}},
        "locations": {"type": "array", "items": {"type": "object", "required": ["line", "column"],
          "properties": {"line": {"type": "integer", "exclusiveMinimum": 0}, "column": {"type": "integer"}}}},
        "extensions": {"type": "object", "additionalProperties": {"type": ["string", "number", "boolean"]}}}}}}}
      """#
    ),
  ]
}
