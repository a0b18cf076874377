import DecantTestSupport
import Testing

/// Without memory, the status and the message are those of an error, and no file is left or changed.
@Suite struct OutOfMemoryTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    let values = (0..<60_000).map { #"{"id": \#($0), "name": "the name of number \#($0)"}"# }
    try scratch.write("{\"a\": [\(values.joined(separator: ", "))]}\n", to: "a.json")
    try scratch.write("old\n", to: "out")
  }

  private static let all = [
    "decant -t binary1 -o out a.json", "decant migrate --to yaml --jobs 2 a.json",
    "decant -t toml -o out a.json", "decant --sort-keys -i a.json",
    "decant archive --type T -i a.json", "decant edit --set /a/0/id 7 -o out a.json",
    "decant edit --set /a/0/id 7 -i a.json", "decant -t binary1 a.json >written",
  ]
  /// Each takes minutes of an executable without optimization.
  private static let commands = Binary.isShipped ? all : Array(all.prefix(1))

  #if os(Linux)
    @Test(arguments: commands) func endsWithAnError(command: String) throws {
      let outcome = try scratch.shell(
        """
        cp a.json original
        # The least memory in which the executable starts, in KB.
        least=10000
        until (ulimit -v $least; decant --version >version 2>&1); do least=$((least + 1000)); done
        for more in 0 500 1000 2000 4000 8000 16000 32000 64000; do
          (ulimit -v $((least + more)); \(command) 2>errors)
          status=$?
          case $status in
            0) cp original a.json; echo old >out; rm -f a.yaml; continue ;;
            70 | 74) grep -qE 'out of memory|cannot allocate memory|cannot start a thread' errors || cat errors ;;
            *) echo "$((least + more)): $status"; cat errors ;;
          esac
          cmp original a.json; echo old | cmp - out
          echo $status >failed
        done
        test -e failed || echo 'the memory sufficed'
        ls -A | grep -E 'decanting|a.yaml'
        """)
      #expect(outcome.output == "")
    }
  #endif
}
