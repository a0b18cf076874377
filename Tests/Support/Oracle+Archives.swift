extension Oracle {
  /// Python's `hashlib`: reads messages in hexadecimal, one per line, and writes their SHA-256.
  public static let hashlib = Oracle(
    description: "python3's hashlib",
    command: [
      "python3", "-c",
      """
      import hashlib, sys
      text = sys.stdin.read()
      print(0, end='') if text == '0' else [
          print(hashlib.sha256(bytes.fromhex(line)).hexdigest()) for line in text.split('\\n')[:-1]]
      """,
    ])

  /// Node.js: reads numbers, one per line, and writes them as ECMAScript's `Number.prototype.toString` does.
  public static let ecmaScriptNumbers = Oracle(
    description: "node",
    command: [
      "node", "-e",
      """
      const lines = require('fs').readFileSync(0, 'utf8').split('\\n').filter(line => line)
      process.stdout.write(lines.map(line => String(Number(line)) + '\\n').join(''))
      """,
    ])

  /// Python's `json` and `hashlib`: reads JSON values, one per line, and writes their digests.
  ///
  /// Numbers are ECMAScript's, and keys are in UTF-16 order, as in RFC 8785.
  public static let canonicalDigest = Oracle(
    description: "python3's json and hashlib",
    command: [
      "python3", "-c",
      """
      import hashlib, json, re, sys

      def number(value):
          if value == 0:
              return '0'
          mantissa, _, exponent = ('%r' % float(value)).partition('e')
          sign, mantissa = ('-', mantissa[1:]) if mantissa[0] == '-' else ('', mantissa)
          whole, _, fraction = mantissa.partition('.')
          digits, point = (whole + fraction), len(whole) + int(exponent or 0)
          point -= len(digits) - len(digits.lstrip('0'))
          digits = digits.strip('0')
          if len(digits) <= point <= 21:
              return sign + digits + '0' * (point - len(digits))
          if 0 < point <= 21:
              return sign + digits[:point] + '.' + digits[point:]
          if -6 < point <= 0:
              return sign + '0.' + '0' * -point + digits
          tail = '.' + digits[1:] if len(digits) > 1 else ''
          return sign + digits[0] + tail + 'e' + ('+' if point > 0 else '') + str(point - 1)

      def canonical(value):
          if isinstance(value, dict):
              keys = sorted(value, key=lambda key: key.encode('utf-16-be'))
              return '{' + ','.join(canonical(key) + ':' + canonical(value[key]) for key in keys) + '}'
          if isinstance(value, list):
              return '[' + ','.join(map(canonical, value)) + ']'
          if isinstance(value, (int, float)) and not isinstance(value, bool):
              return number(value)
          return json.dumps(value, ensure_ascii=False)

      for line in sys.stdin.buffer.read().split(b'\\n'):
          if line == b'0':
              print(0, end='')
          elif line:
              text = canonical(json.loads(line))
              print('sha256:' + hashlib.sha256(text.encode()).hexdigest())
      """,
    ])
}
