/// Schemas of single constructions.
extension SchemaSamples {
  static let constructions: [(name: String, text: String)] = [
    ("scalar", #"{"type": "integer"}"#),
    ("nullable", #"{"type": ["object", "null"], "properties": {"a": {"type": "integer"}}}"#),
    ("nothing", #"{"description": "Any value."}"#),
    ("always", "true"),
    ("list", #"{"type": "array", "items": {"type": ["integer", "null"]}}"#),
    (
      "map",
      #"{"type": "object", "additionalProperties": {"type": ["array", "null"], "items": {}}}"#
    ),
    ("texts", #"{"enum": ["a", "A", "a b", "aB", "1", "-", null]}"#),
    ("values", #"{"enum": [1, 2.5, "x", true, null, ["a"], {"k": 1}]}"#),
    ("self", ##"{"type": "array", "items": {"$ref": "#"}}"##),
    (
      "linked",
      ##"""
      {"type": "object", "required": ["value"], "properties": {"value": {"type": "number"},
       "next": {"oneOf": [{"$ref": "#"}, {"type": "null"}]}}}
      """##
    ),
    (
      "expression",
      ##"""
      {"$ref": "#/$defs/expression", "$defs": {"expression": {"oneOf": [{"type": "number"}, {"type": "string"},
        {"$ref": "#/$defs/sum"}, {"$ref": "#/$defs/not"}, {"type": "array", "items": {"$ref": "#/$defs/expression"}}]},
       "sum": {"type": "object", "required": ["left", "right"], "properties": {
        "left": {"$ref": "#/$defs/expression"}, "right": {"$ref": "#/$defs/expression"}}},
       "not": {"type": "object", "required": ["not"], "properties": {"not": {"$ref": "#/$defs/expression"}}}}}
      """##
    ),
    (
      "tuple",
      #"""
      {"type": "array", "prefixItems": [{"type": "string"}, {"type": "object", "properties": {"a": {"type": "integer"}}},
       {"enum": ["x"]}], "items": {"type": "boolean"}}
      """#
    ),
    (
      "truths",
      #"""
      {"type": "object", "required": ["a"], "properties": {"a": true, "b": false, "c": {"not": {}},
       "d": {"type": "object", "properties": {"never": false}}, "e": {"type": "array", "items": false}},
       "additionalProperties": false}
      """#
    ),
    (
      "dynamic",
      ##"""
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://example.com/tree",
       "$dynamicAnchor": "node", "type": "object", "required": ["data"], "properties": {"data": true,
       "children": {"type": "array", "items": {"$dynamicRef": "#node"}}}}
      """##
    ),
    (
      "recursive",
      ##"""
      {"$schema": "https://json-schema.org/draft/2019-09/schema", "$id": "https://example.com/menu",
       "$recursiveAnchor": true, "type": "object", "required": ["label"], "properties": {"label": {"type": "string"},
       "items": {"type": "array", "items": {"$recursiveRef": "#"}}}}
      """##
    ),
    (
      "product",
      #"""
      {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}, "allOf": [
        {"oneOf": [{"required": ["a"], "properties": {"a": {"type": "integer"}}},
          {"required": ["b"], "properties": {"b": {"type": "string"}}}]},
        {"anyOf": [{"required": ["c"], "properties": {"c": {"type": "boolean"}}},
          {"required": ["d"], "properties": {"d": {"type": "null"}}}]}]}
      """#
    ),
    (
      "implied",
      #"{"properties": {"a": {"pattern": "^x", "examples": ["x"]}, "b": {"minimum": 2}, "c": {"minItems": 1}}}"#
    ),
    (
      "alike",
      #"""
      {"required": ["a"], "properties": {"a": {"anyOf": [{"type": "array", "items": {"type": "string"}},
        {"type": "array", "items": {"type": "string"}}]}, "b": {"anyOf": [{"type": "object", "required": ["x"]},
        {"type": "object", "required": ["y"]}]}}}
      """#
    ),
    (
      "versions",
      #"""
      {"oneOf": [{"properties": {"version": {"const": "1.0.0"}, "a": {"type": "integer"}}, "required": ["version"]},
        {"properties": {"version": {"const": "表"}, "b": {"type": "string"}}, "required": ["version"]}]}
      """#
    ),
    (
      "numbers",
      #"{"anyOf": [{"type": "integer"}, {"type": "number"}, {"type": "array", "items": {"type": "number"}}]}"#
    ),
  ]
}
