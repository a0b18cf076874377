import DecantTestSupport
import Foundation
import Testing

/// The peak memory of the real executable; an unoptimized build needs 17 MB for an empty run.
@Suite(
  .serialized, .enabled(if: Oracle.python.isInstalled),
  .disabled(
    if: ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil,
    "the address sanitizer takes memory of its own"))
struct MemoryTests {
  struct Case: CustomTestStringConvertible {
    /// A Python expression for the input.
    let input: String
    let arguments: String
    var status: Int32 = 0
    let megabytes: Int
    var testDescription: String { "decant \(arguments)" }
  }

  private static let large =
    #"'{'+','.join('"identifier-of-entry-%06d":{"v":%d}'%(i,i) for i in range(300000))+'}'"#

  /// Nested aliases, ten per level: 10⁸ nodes in 400 bytes.
  private static let bomb =
    #"'a0: &a0 {k: v}\n'+''.join('a%d: &a%d [%s]\n'%(i,i,','.join(['*a%d'%(i-1)]*10)) for i in range(1,9))"#

  /// The same with keys whose order puts each alias before its anchor.
  private static let reversedBomb =
    #"'a9: &a0 {k: v}\n'+''.join('a%d: &a%d [%s]\n'%(9-i,i,','.join(['*a%d'%(i-1)]*10)) for i in range(1,9))"#

  private static let text =
    #"'a: &a '+'x'*1000000+'\nb: ['+'*a,'*999+'*a]'"#

  private static let reversedText =
    #"'b: &a '+'x'*1000000+'\na: ['+'*a,'*999+'*a]'"#

  private static let longRecord = #"'"'+'x'*60000000+'"\n1\n'"#

  private static let records = #"'{"a":[1,2,3,"xxxxxxxxxxxxxxxxxxxxxxxx"]}\n'*400000"#

  private static let elements = #"'- a: 1\n  b: text of some length\n'*300000"#

  /// A sequence of 400,000 mappings, without and with their number.
  private static let cbor =
    #"'\x9f'+('\xa2aa\x19\x03\xe8abx '+'y'*32)*400000+'\xff'"#

  private static let messagePack =
    #"'\xdd\x00\x06\x1a\x80'+('\x82\xa1a\xcd\x03\xe8\xa1b\xd9 '+'y'*32)*400000"#

  static let cases = [
    Case(input: cbor, arguments: "-f cbor -t json", megabytes: 28),
    Case(input: cbor, arguments: "-f cbor -t cbor --cbor streaming", megabytes: 28),
    Case(input: messagePack, arguments: "-f msgpack -t yaml", megabytes: 28),
    Case(input: records, arguments: "-f jsonl --jobs 2", megabytes: 46),
    Case(
      input: longRecord, arguments: "-f jsonl --on-error skip --max-record 9", status: 65,
      megabytes: 28),
    Case(
      input: longRecord, arguments: "-f jsonl --on-error skip --max-record 9 --jobs 2",
      status: 65, megabytes: 50),
    Case(input: large, arguments: "-f json -t json", megabytes: 46),
    Case(input: elements, arguments: "edit -f yaml --set /150000/b 2", megabytes: 46),
    Case(input: large, arguments: "-f json -t json -S", megabytes: 110),
    Case(input: bomb, arguments: "-f yaml -t json --tagged", status: 65, megabytes: 64),
    Case(input: bomb, arguments: "-f yaml -S", megabytes: 28),
    Case(input: reversedBomb, arguments: "-f yaml -S", status: 65, megabytes: 64),
    Case(input: bomb, arguments: "-f yaml -t binary1 --lossy", status: 65, megabytes: 64),
    Case(input: text, arguments: "-f yaml -t json --tagged", status: 65, megabytes: 64),
    Case(input: reversedText, arguments: "-f yaml -S", status: 65, megabytes: 64),
  ]

  @Test(arguments: cases) func staysWithinItsBound(_ test: Case) throws {
    let scratch = try Scratch()
    let outcome = try scratch.shell(
      """
      python3 -c "import sys; sys.stdout.buffer.write(eval(sys.stdin.read()).encode('latin-1'))" >input <<'END'
      \(test.input)
      END
      python3 - \(test.arguments) <<'END'
      import os, sys
      pid = os.fork()
      if pid == 0:
          os.dup2(os.open('input', os.O_RDONLY), 0)
          os.dup2(os.open('/dev/null', os.O_WRONLY), 1)
          os.dup2(1, 2)
          os.execvp('decant', ['decant'] + sys.argv[1:])
      _, status, usage = os.wait4(pid, 0)
      print(os.waitstatus_to_exitcode(status), usage.ru_maxrss // 1024)
      END
      """)
    let numbers = outcome.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    #expect(numbers.first == Int(test.status), "\(outcome)")
    #expect(numbers.last ?? .max <= test.megabytes)
  }
}
