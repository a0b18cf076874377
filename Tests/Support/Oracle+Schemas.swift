extension Oracle {
  /// Python's jsonschema: reads an array of a schema and an instance per line, and writes `1` for a valid one, else `0`.
  public static let jsonschema = Oracle(
    description: "Python's jsonschema",
    command: [
      "python3", "-c",
      """
      import json, sys
      from jsonschema import Draft202012Validator
      for line in sys.stdin:
          job = json.loads(line)
          if job == 0:
              print(0)
          else:
              print(int(Draft202012Validator(job[0]).is_valid(job[1])), end='')
      """,
    ])

  /// Python's `re`: reads an array of a pattern and a text per line, and writes `1` if it matches anywhere, else `0`.
  public static let pythonPatterns = Oracle(
    description: "python3",
    command: [
      "python3", "-c",
      """
      import json, re, sys
      for line in sys.stdin:
          job = json.loads(line)
          print(int(job != 0 and re.search(job[0], job[1], re.ASCII) is not None), end='')
      """,
    ])
}
