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
  ///
  /// For some patterns it takes exponential time, which only a signal can end: these it answers with `?`.
  public static let pythonPatterns = Oracle(
    description: "python3",
    command: [
      "python3", "-c",
      """
      import json, os, re, signal, sys
      jobs = [json.loads(line) for line in sys.stdin]
      answers = b''
      while len(answers) < len(jobs):
          reading, writing = os.pipe()
          if os.fork() == 0:
              for job in jobs[len(answers):]:
                  signal.setitimer(signal.ITIMER_PROF, 0.2)
                  found = job != 0 and re.search(job[0], job[1], re.ASCII)
                  os.write(writing, b'1' if found else b'0')
              os._exit(0)
          os.close(writing)
          answers += os.fdopen(reading, 'rb').read()
          answers += b'' if os.wait()[1] == 0 else b'?'
      sys.stdout.buffer.write(answers)
      """,
    ])
}
