import Testing

@Suite struct DotenvToolTests {
  static let file = "# how it starts\nexport HOST=example.org\nPORT=8080\nMOTD=\"one\ntwo\"\n"

  private func run(_ script: String) throws -> Outcome {
    try Outcome(ofShell: script, files: [".env": Self.file, "bad.env": "A=1\nB=$x\n"])
  }

  @Test func convertsToTheOtherFormats() throws {
    let json = "{\"HOST\":\"example.org\",\"PORT\":\"8080\",\"MOTD\":\"one\\ntwo\"}\n"
    #expect(try run("decant-dotenv -t json -c .env").output == json)
    #expect(try run("cat .env | decant-dotenv -t json -c").output == json)
    #expect(try run("decant-dotenv -t binary1 .env | decant-dotenv -t json -c").output == json)
    #expect(
      try run("decant-dotenv -t yaml .env").output
        == "# how it starts\nHOST: example.org\nPORT: '8080'\nMOTD: |-\n  one\n  two\n")
  }

  @Test func convertsFromThem() throws {
    let script = """
      printf 'host: "a b"\\nmotd: |\\n  one\\n  it\\047s\\n' | decant-dotenv -t dotenv -o .env &&
      cat .env && decant-dotenv -t json -o x.json .env && decant-dotenv -o .env x.json && cat .env
      """
    let text = "host='a b'\nmotd=\"one\nit's\n\"\n"
    #expect(try run(script) == Outcome(status: 0, output: text + text, errors: ""))
  }

  @Test func showsMistakesAsDecantDoes() throws {
    #expect(
      try run("decant-dotenv -t json -c bad.env")
        == Outcome(
          status: 65, output: "",
          errors: """
            bad.env:2:3: error: '$' in a value without quotes
                2 | B=$x
                  |   ^
            hint: put the text in single quotes, where '$' is an ordinary character

            """))
    let nested = try run("printf 'a:\\n  b: 1\\n' | decant-dotenv -f yaml -t dotenv")
    #expect(nested.status == 65)
    #expect(
      nested.errors.hasPrefix(
        "<stdin>:2:3: error: 'a' is not text, but a .env file contains only text\n"))
    #expect(try run("decant-dotenv check .env").status == 0)
    #expect(try run("decant-dotenv --strict -f json -t dotenv x || echo $?").output == "66\n")
  }

  @Test func editsInPlaceAndKeepsTheRest() throws {
    let file = "# how\nexport HOST=example.org # main\n\nMOTD=\"one\ntwo\"\nPORT=8080"
    func edited(_ operations: String) throws -> String {
      let outcome = try Outcome(
        ofShell: "decant-dotenv edit \(operations) .env", files: [".env": file])
      return outcome.output + outcome.errors
    }
    #expect(
      try edited("--set /HOST 'a b' --rename /MOTD TEXT")
        == "# how\nexport HOST='a b' # main\n\nTEXT=\"one\ntwo\"\nPORT=8080")
    #expect(
      try edited("--delete /MOTD --set /NEW x")
        == "# how\nexport HOST=example.org # main\n\nPORT=8080\nNEW=x")
    #expect(try edited("--value --set /HOST '[1]'").contains("error"))
    #expect(try edited("--rename /HOST a-b").contains("name of a variable"))
  }

  @Test func commentsTravelInEdits() throws {
    let file = "# the file\n\n# where\nA=1 # here\n# when\nC='x'\n"
    func edited(_ operations: String, _ file: String = file) throws -> String {
      let outcome = try Outcome(
        ofShell: "decant-dotenv edit \(operations) .env",
        files: [".env": file, "new.yaml": "# new\nB: '2' # two\n"])
      return outcome.output + outcome.errors
    }
    #expect(try edited("--delete /A") == "# the file\n\n# when\nC='x'\n")
    #expect(try edited("--move /A /D") == "# the file\n\n# when\nC='x'\n# where\nD=1 # here\n")
    #expect(
      try edited("--merge new.yaml")
        == "# the file\n\n# where\nA=1 # here\n# when\nC='x'\n# new\nB=2 # two\n")
    #expect(try edited("--comment /C then --set /C 'a b'").hasSuffix("# then\nC='a b'\n"))
    #expect(try edited("--delete /A --delete /C") == "# the file\n\n")
    #expect(try edited("--set '' '{\"X\": \"y\"}'") == "X=y\n")
    #expect(try edited("--set /X y", "# only\n") == "# only\n\nX=y\n")
    let sorted = "export A=1\r\nC=2\r\nD=3\r\nE=4\r\nF=5\r\n"
    #expect(
      try edited("--set /B x", sorted) == sorted.replacing("C=", with: "B=x\r\nC="))
  }

  @Test func commentsAreConverted() throws {
    let script = """
      printf '# a\\nA=1 # one\\n\\n# end\\n' | decant-dotenv -f dotenv -t yaml | tee x.yaml
      decant-dotenv -t dotenv x.yaml
      """
    #expect(
      try run(script).output
        == "# a\nA: '1'  # one\n\n# end\n# a\nA=1 # one\n\n# end\n")
  }

  @Test func offersTheOptionOfTheFormat() throws {
    let exported = "export HOST=example.org\nexport PORT=8080\n"
    let json = #"printf '{"HOST":"example.org","PORT":"8080"}' | decant-dotenv -t dotenv "#
    #expect(try run(json + "--dotenv-export").output == exported)
    #expect(try run("decant-dotenv help dotenv").output.contains("--dotenv-export"))
    #expect(try run("decant-dotenv completions bash").output.contains("--dotenv-export"))
    #expect(try run("decant-dotenv check --dotenv-export .env").status == 64)
    let request = #"printf 'convert from=json to=dotenv dotenv-export=true bytes=9\n{"A":"b"}'"#
    #expect(try run(request + " | decant-dotenv serve").output.contains("export A=b\n"))
  }

  @Test func parsesTheValueOfAnOption() throws {
    let json = #"printf '{"HOST":"x"}' | decant-dotenv -t dotenv "#
    #expect(try run(json + "--dotenv-prefix APP_").output == "APP_HOST=x\n")
    #expect(try run(json + "--dotenv-prefix APP_ --dotenv-export").output == "export APP_HOST=x\n")
    let outcome = try run(json + "--dotenv-prefix 'a b'")
    #expect(outcome.status == 64)
    #expect(
      outcome.errors.contains(
        "'--dotenv-prefix' must be the beginning of a name, such as APP_, not 'a b'"))
    #expect(try run("decant-dotenv help dotenv").output.contains("--dotenv-prefix PREFIX"))
  }

  @Test func listsTheFormat() throws {
    #expect(try run("decant-dotenv formats").output.contains("dotenv"))
    #expect(try run("decant-dotenv completions bash").output.contains("dotenv"))
  }

  /// Each line is converted before the next one arrives.
  @Test func doesNotWaitForTheEnd() throws {
    let script = """
      mkfifo in; (decant-dotenv -f dotenv -t json -c <in | head -c 8 >out; echo done >>out) &
      exec 3>in; echo 'A=1' >&3
      for i in $(seq 100); do [ -s out ] && break; sleep 0.05; done
      cat out; exec 3>&-; wait
      """
    #expect(try run(script).output.hasPrefix(#"{"A":"1""#))
  }
}
