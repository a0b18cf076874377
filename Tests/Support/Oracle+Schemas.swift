extension Oracle {
  /// Python's jsonschema: reads an array of a schema, an instance and the name of a draft per line.
  ///
  /// It writes `1` for a valid instance, `?` if it cannot check, as by a pattern that Python does not know, and else `0`.
  public static let jsonschema = Oracle(
    description: "Python's jsonschema",
    command: [
      "python3", "-c",
      """
      import json, sys
      import jsonschema
      drafts = {
          '4': jsonschema.Draft4Validator, '6': jsonschema.Draft6Validator,
          '7': jsonschema.Draft7Validator, '2019-09': jsonschema.Draft201909Validator,
          '2020-12': jsonschema.Draft202012Validator,
      }
      for line in sys.stdin:
          job = json.loads(line)
          if job == 0:
              print(0)
          else:
              try:
                  print(int(drafts[job[2]](job[0]).is_valid(job[1])), end='')
              except Exception:
                  print('?', end='')
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

  /// Node.js: reads an array of a pattern, its flags and a text per line, and writes `1` if it matches anywhere, else `0`.
  ///
  /// By itself, V8 also finds matches that begin between two surrogates, which ECMA-262 does not allow with the flag `u`.
  public static let ecmaScriptPatterns = Oracle(
    description: "node",
    command: [
      "node", "-e",
      """
      const lines = require('fs').readFileSync(0, 'utf8').split('\\n').filter(line => line)
      const isMatch = (pattern, flags, text) => {
        const expression = new RegExp(pattern, flags + 'y')
        let start = 0
        return [...text, ''].some(scalar => {
          expression.lastIndex = start
          start += scalar.length
          return expression.test(text)
        })
      }
      process.stdout.write(lines.map(JSON.parse).map(job =>
        job !== 0 && isMatch(...job) ? '1' : '0').join(''))
      """,
    ])

  /// Node.js: writes each letter that is the same as others with the flags `iu`, and all of these, as numbers on a line.
  public static let ecmaScriptLetters = Oracle(
    description: "node",
    command: [
      "node", "-e",
      """
      const letters = []
      for (let point = 0; point < 0x110000; point++) {
        if (point >= 0xD800 && point < 0xE000) continue
        const text = String.fromCodePoint(point)
        if (text.toLowerCase() !== text || text.toUpperCase() !== text) letters.push(text)
      }
      const all = letters.join(''), number = text => text.codePointAt(0)
      const same = letters.map(letter => [letter,
        ...all.match(new RegExp(`\\\\u{${number(letter).toString(16)}}`, 'giu'))])
      const lines = same.filter(list => list.length > 2).map(list => list.map(number).join(' '))
      const isProbe = require('fs').readFileSync(0, 'utf8') === '0'
      process.stdout.write(isProbe ? '0' : lines.join('\\n'))
      """,
    ])
}
