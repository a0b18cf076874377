import Decant
import DecantEditing
import DecantTestSupport

extension EditedDocument {
  /// Documents as there are in projects.
  enum Kind: String, CaseIterable, Sendable {
    case settings, tree, records, members, package, lock, manifest, workflow, compose
    case translations, words, matrix, rules, flags, inventory, events, manifests

    var isStream: Bool { self == .events || self == .manifests }

    func layouts() -> [Layout] {
      switch self {
      case .events: [.json]
      case .manifests: [.yaml, .commentedYAML]
      case .records, .matrix: [.yaml, .commentedYAML, .json, .line]
      case .package, .lock: Layout.allCases.filter { $0 != .commentedYAML }
      default: Layout.allCases
      }
    }

    func value(_ random: inout SeededGenerator) throws -> Value {
      try Value(parsing: text(&random), as: .json)
    }

    private func text(_ random: inout SeededGenerator) -> String {
      switch self {
      case .settings:
        #"{"host": "alpha", "port": 80, "debug": true, "level": "info", "retries": 3, "cache": true, "size": 3, "mode": "on"}"#
      case .tree:
        """
        {"server": {"host": "alpha", "port": 80, "tls": {"cert": "pem", "key": "rsa", "on": true}},
         "log": {"level": "info", "files": {"path": "var/log", "size": 10}, "on": true}, "name": "x1"}
        """
      case .records:
        Self.list(&random) { number, random in
          #"{"id": \#(number * 7 + 3), "name": "\#(Self.names[number])", "role": "\#(Self.role(&random))", "active": \#(Bool.random(using: &random)), "v": \#(Int.random(in: 1...3, using: &random))}"#
        }
      case .members:
        #"{"team": "core", "members": "#
          + Self.list(&random) { number, random in
            #"{"name": "\#(Self.names[number])", "role": "\#(Self.role(&random))", "skills": ["\#(Self.role(&random))", "\#(Self.role(&random))"]}"#
          } + #", "open": true}"#
      case .package:
        """
        {"name": "pack", "version": "1.0.0", "private": true, "scripts": {"test": "jest", "build": "tsc", "lint": "tsc"},
         "dependencies": {"react": "18.2.0", "redux": "4.1.0", "lodash": "4.1.0"}, "browsers": ["dist", "src"],
         "license": "MIT"}
        """
      case .lock:
        #"{"lockfileVersion": 3, "packages": "#
          + Self.list(&random) { number, random in
            #"{"name": "\#(Self.names[number])", "version": "\#(Self.version(&random))", "dev": \#(Bool.random(using: &random)), "dependencies": {"\#(Self.names[(number + 1) % 8])": "\#(Self.version(&random))"}}"#
          } + "}"
      case .manifest: Self.manifest("web", &random)
      case .workflow:
        """
        {"name": "build", "on": ["push", "pull"], "jobs": {
          "test": {"os": "linux", "steps": [{"uses": "checkout", "with": {"depth": 1}},
            {"name": "prepare", "run": "run w1\\nrun w2\\nrun w3\\nrun w4\\nrun w5\\n"},
            {"name": "check", "run": "run w6\\nrun w7\\n", "if": "always"}]},
          "lint": {"os": "linux", "needs": ["test"], "steps": [{"uses": "checkout"}, {"run": "run w8\\nrun w9\\nrun w10\\n"}]}}}
        """
      case .compose:
        """
        {"services": {
          "web": {"image": "nginx", "ports": ["80", "443"], "restart": "always", "environment": {"MODE": "on", "LEVEL": "info"}},
          "db": {"image": "postgres", "ports": ["5432"], "restart": "always", "volumes": ["data", "conf"]}},
         "volumes": {"data": {}, "conf": {}}}
        """
      case .translations:
        """
        {"menu": {"open": "Open the file", "save": "Save", "close": "Close"},
         "errors": {"none": "Nothing was found", "more": {"one": "One error", "many": "Many errors"}},
         "help": "run w1\\nrun w2\\nrun w3\\nrun w4\\n", "ok": "Save"}
        """
      case .words:
        #"{"title": "words", "tags": [\#((0..<Self.pick(Self.sizes, &random) + 1).map { _ in "\"\(Self.pick(["red", "green", "blue", "gray", "t"], &random))\"" }.joined(separator: ", "))], "numbers": [1, 2, 2, 3, 5], "size": 3}"#
      case .matrix: "[[1, 2, 3], [4, 5, 6], [1, 2, 9], [7, 7], []]"
      case .rules:
        #"{"rules": "#
          + Self.list(&random) { number, random in
            #"{"p": \#(number + 1), "allow": \#(Bool.random(using: &random)), "from": "\#(Self.names[number])", "proto": "\#(Self.pick(["tcp", "udp"], &random))"}"#
          } + #", "policy": "never"}"#
      case .flags:
        #"{"flags": {"search": {"on": true, "share": 10, "owner": "qa"}, "login": {"on": true, "share": 10, "owner": "dev"}, "chat": {"on": false, "share": 5, "owner": "qa"}}}"#
      case .inventory:
        #"{"groups": {"hosts": {"alpha": {"port": 22, "user": "ops"}, "beta": {"port": 22, "user": "dev"}}, "vars": {"retry": 3, "script": "run w1\nrun w2\nrun w3\nrun w4\nrun w5\nrun w6\n"}}, "order": ["alpha", "beta", "alpha"]}"#
          .replacing("\n", with: "\\n")
      case .events:
        // Of one document, the root is the same one.
        Self.list(atLeast: 2, &random) { number, random in
          #"{"id": \#(number * 11 + 5), "level": "\#(Self.pick(["info", "warn"], &random))", "user": "\#(Self.names[number])", "code": \#(Int.random(in: 1...3, using: &random))}"#
        }
      case .manifests:
        "[\(Self.manifest("web", &random)), \(Self.manifest("api", &random)), {\"kind\": \"Service\", \"metadata\": {\"name\": \"web\"}, \"port\": 80}]"
      }
    }

    private static let names = ["ann", "bob", "cay", "dan", "eve", "fay", "gus", "hal", "ida"]
    private static let sizes = [1, 2, 2, 3, 3, 4, 8]

    private static func pick<T>(_ values: [T], _ random: inout SeededGenerator) -> T {
      values[Int.random(in: values.indices, using: &random)]
    }

    private static func role(_ random: inout SeededGenerator) -> String {
      pick(["dev", "ops", "qa"], &random)
    }

    private static func version(_ random: inout SeededGenerator) -> String {
      "1.\(Int.random(in: 0...2, using: &random)).0"
    }

    private static func list(
      atLeast least: Int = 1, _ random: inout SeededGenerator,
      _ element: (Int, inout SeededGenerator) -> String
    ) -> String {
      let count = max(least, pick(sizes, &random))
      return "[\((0..<count).map { element($0, &random) }.joined(separator: ", "))]"
    }

    private static func manifest(_ name: String, _ random: inout SeededGenerator) -> String {
      let containers = list(&random) { number, random in
        #"{"name": "c\#(names[number])", "image": "\#(names[number])-image", "pull": "\#(Self.pick(["always", "never"], &random))", "env": [{"name": "MODE", "value": "on"}, {"name": "LEVEL", "value": "\#(Self.pick(["info", "warn"], &random))"}], "ports": [80, 443]}"#
      }
      return
        #"{"kind": "Deployment", "metadata": {"name": "\#(name)", "labels": {"app": "\#(name)", "tier": "ops"}}, "spec": {"replicas": 2, "paused": false, "containers": \#(containers)}}"#
    }
  }
}
