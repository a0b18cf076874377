import DecantTestSupport
import Testing

@testable import DecantCommands

/// Calls that are typed by the habits of other tools: the answer is the whole command, which works when it is pasted.
@Suite struct ForeignCommandTests {
  private static let files = [
    (
      "f.json",
      """
      {
        "version": "1.0.0", "name": "shop",
        "d": {"x": 1, "y": 2},
        "a": [1, 2], "files": ["a", "b"],
        "metadata": {"annotations": {"app.kubernetes.io/name": "shop"}}
      }

      """
    ),
    (
      "l.json",
      """
      [{"age": 31, "name": "Bob", "id": 1, "tags": ["go", "c"]}, {"age": 20, "name": "Al", "id": 2, "tags": []}]

      """
    ),
    (
      "k.yaml",
      """
      kind: Service
      spec:
        replicas: 1
      ---
      kind: Deployment
      spec:
        replicas: 2
        containers:
          - name: web
            image: shop:1

      """
    ), ("f.csv", "name,zip,age\nBob,8000,31\n"),
    (
      "p.plist",
      #"<?xml version="1.0"?><plist version="1.0"><dict><key>K</key><string>v</string></dict></plist>"#
    ), ("s.yaml", "type: object\n"),
  ]

  /// What is typed, the answer, and what that prints; nil for what is long.
  static let calls: [(typed: String, answer: String, output: String?)] = [
    ("'.[] | select(.age>30)' l.json", "decant get '.[age>30]' l.json", nil),
    ("'.[] | select(.age>30) | .name' l.json", "decant get '.[age>30].name' l.json", "Bob\n"),
    (
      "'.[] | select(.name == \"Bob\" and .id < 2).age' l.json",
      "decant get '.[name=Bob, id<2].age' l.json", "31\n"
    ),
    (
      "'.[] | select(.tags | index(\"go\")) | .id' l.json", "decant get '.[tags/*=go].id' l.json",
      "1\n"
    ),
    (
      "'.[] | select(.name | startswith(\"A\")) | .id' l.json",
      "decant get '.[name^=A].id' l.json", "2\n"
    ),
    ("'map(.age)' l.json", "decant get '.[].age' l.json", "31\n20\n"),
    ("'map(select(.age > 30).name)' l.json", "decant get '.[age>30].name' l.json", "Bob\n"),
    ("'.d | keys' f.json", "decant get --keys .d f.json", "x\ny\n"),
    ("'.d | length' f.json", "decant get --length .d f.json", "2\n"),
    ("'.zz // \"x\"' f.json", "decant get --default x .zz f.json", "x\n"),
    (
      "'.[] | [.id,.name] | @csv' l.json", "decant get --rows -t csv '.[]' .id .name l.json",
      "id,name\n1,Bob\n2,Al\n"
    ),
    (
      "'{name, v: .version}' f.json", "decant get --rows -t json . name=.name v=.version f.json",
      "{\n  \"name\": \"shop\",\n  \"v\": \"1.0.0\"\n}\n"
    ),
    (
      "'.d | to_entries' f.json", "decant get --rows '.d[]' @key '' f.json", "x\t1\ny\t2\n"
    ),
    ("'del(.d, .a)' f.json", "decant edit --delete .d --delete .a f.json", nil),
    (
      "'.files | join(\",\")' f.json", "decant get '.files[]' f.json | paste -sd',' -", "a,b\n"
    ),
    ("-n '{a:1}'", "printf '%s\\n' '{a:1}' | decant -f json5 -t json", "{\n  \"a\": 1\n}\n"),
    ("--arg v 2 '.version = $v' f.json", "decant edit --set-string .version 2 f.json", nil),
    ("-e .version f.json", "decant get .version f.json", "1.0.0\n"),
    ("-oj k.yaml", "decant -t json k.yaml", nil), ("-oy f.json", "decant -t yaml f.json", nil),
    ("-i '.a = 3' f.json", "decant edit -i --set .a 3 f.json", ""),
    ("edit -i '.name = \"x\"' f.json", "decant edit -i --set .name x f.json", ""),
    ("edit '.a += [3]' f.json", "decant edit --append .a 3 f.json", nil),
    (
      "edit --set 'select(.kind==\"Deployment\").spec.replicas' 3 k.yaml",
      "decant edit --document '[kind=Deployment]' --set .spec.replicas 3 k.yaml", nil
    ),
    ("edit 'del(.d)' f.json", "decant edit --delete .d f.json", nil),
    ("edit --set '.files[+]' x f.json", "decant edit --append .files x f.json", nil),
    ("--front-matter=extract f.json", "decant f.json", nil),
    ("select -f f.json .version", "decant get .version f.json", "1.0.0\n"),
    ("delete -f f.json .version", "decant edit --delete .version f.json", nil),
    ("get -f f.json .version", "decant get .version f.json", "1.0.0\n"),
    (
      "put -t string -v 2 -f f.json version", "decant edit --set-string .version 2 f.json", nil
    ),
    ("-r json -w yaml f.json", "decant -f json -t yaml f.json", nil),
    ("-w yaml f.json", "decant -t yaml f.json", nil),
    ("get -o yaml f.json", "decant -t yaml f.json", nil),
    ("get -o 'jsonpath={.d.x}' f.json", "decant get .d.x f.json", "1\n"),
    ("get '{.d.x}' f.json", "decant get .d.x f.json", "1\n"),
    (
      "patch f.json -p '{\"d\":{\"x\":3}}'",
      "printf '%s\\n' '{\"d\":{\"x\":3}}' | decant edit --merge - f.json", nil
    ),
    (
      "set image k.yaml web=shop:2",
      "decant edit --if-present --set '/**/containers/[name=web]/image' shop:2 k.yaml", nil
    ),
    ("--tab-width 4 f.json", "decant --indent 4 f.json", nil),
    ("--stdin-filepath x.yaml <k.yaml", "decant -f yaml", nil),
    ("-extract K raw p.plist", "decant get .K p.plist", "v\n"),
    ("-c 'Print :K' p.plist", "decant get /K p.plist", "v\n"),
    ("get //image k.yaml", "decant get '/**/image' k.yaml", "shop:1\n"),
    (
      "get name,zip f.csv", "decant get --rows . name=.name zip=.zip -t csv f.csv",
      "name,zip\nBob,8000\n"
    ),
    ("--icsv --ojson f.csv", "decant -f csv -t json f.csv", nil),
    ("--icsv --ojsonl f.csv", "decant -f csv -t jsonl f.csv", nil),
    ("-d ';' f.csv", "decant f.csv", nil),
    ("f.json new.yaml", "decant -o new.yaml f.json", ""),
    ("csv2json f.csv", "decant -f csv -t json f.csv", nil),
    ("validate -s s.yaml f.json", "decant check --schema s.yaml f.json", ""),
    (
      "get .metadata.annotations.app.kubernetes.io/name f.json",
      "decant get '.metadata.annotations[\"app.kubernetes.io/name\"]' f.json", "shop\n"
    ),
  ]

  @Test(arguments: calls) func answersWithACommandThatWorks(
    typed: String, answer: String, output: String?
  ) throws {
    let scratch = try Scratch()
    for (name, text) in Self.files { try scratch.write(text, to: name) }
    let refused = try scratch.shell("decant \(typed)")
    #expect(refused.status == 64)
    #expect(refused.output == "", "nothing is printed before the error")
    #expect(refused.errors.hasSuffix("; write: \(answer)\n"), "\(refused.errors)")
    #expect(try scratch.names == Self.files.map(\.0).sorted(), "no file is written")
    let done = try scratch.shell(answer)
    #expect(done.status == 0, "\(done.errors)")
    if let output { #expect(done.output == output) }
  }

  /// Words that have no one meaning get no command.
  @Test(arguments: [
    "'.a | add' f.json", "'.[] | select(.a | test(\"x\"))' l.json", "'group_by(.a)' l.json",
    "'.a += 1 | .b' f.json", "'reduce .[] as $x (0; . + $x)' l.json", "missing.json f.json",
    "'.[] | select(.a == 1 or .b == 2 and .c == 3)' l.json",
  ]) func guessesNothing(typed: String) throws {
    let scratch = try Scratch()
    for (name, text) in Self.files { try scratch.write(text, to: name) }
    #expect(!(try scratch.shell("decant \(typed)").errors.contains("write: ")))
  }

  /// No prefix of a program crashes.
  @Test func survivesAnyText() {
    var random = SeededGenerator(seed: 3)
    let parts = [
      ".", "[]", "|", "select", "(", ")", "==", "\"", "a", "{", "}", ",", " ", "=", "+", "map",
      "//", "and", "or", "not", "del", "@csv", "1", "$x", "'", "é",
    ]
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...10, using: &random)
      _ = JqProgram((0..<count).map { _ in parts.randomElement(using: &random) ?? "." }.joined())
    }
  }
}
