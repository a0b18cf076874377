import DecantTestSupport
import Testing
import Decant

/// Steps of the shape of published migrations, in files with comments everywhere.
///
/// PyYAML reads the values, and Python makes the same changes in them.
@Suite struct StepUpgradeTests {
  private static let logging = """
    # Logs have keys of their own.
    move   /logs/general   /log
    move   /logs/access    /accessLog
    delete /logs
    rename /accessLog/filters/statuscodes    statusCodes
    rename /accessLog/filters/retryattempts  retryAttempts
    rename /accessLog/filters/minduration    minDuration
    # What was general is the usual.
    move   /accessLog/fields/general/defaultmode  /accessLog/fields/defaultMode
    move   /accessLog/fields/general/names        /accessLog/fields/names
    delete /accessLog/fields/general
    rename /accessLog/fields/headers/defaultmode          defaultMode
    rename /accessLog/fields/queryParameters/defaultmode  defaultMode
    """

  private static let models = """
    only   [version=2]
    rename /models/*/tests            data_tests
    rename /models/*/columns/*/tests  data_tests
    move   /models/*/materialized     /models/*/config/materialized
    move   /models/*/owner            /models/*/config/meta/owner
    append /models/[name=orders]/config/tags  checked
    set    /flags/warn_error          true
    set    /version                   3
    """

  private static let python = """
    import json, sys, yaml
    def move(data, source, target):
        for key in source[:-1]:
            data = data.get(key, {}) if isinstance(data, dict) else {}
        return data.pop(source[-1], None) if isinstance(data, dict) else None
    def put(data, path, value):
        for key in path[:-1]:
            data = data.setdefault(key, {})
        data[path[-1]] = value
    def logging(data):
        def go(source, target):
            source, target = source.split('/'), target.split('/')
            value = move(data, source, target)
            if value is not None: put(data, target, value)
        go('logs/general', 'log'); go('logs/access', 'accessLog'); data.pop('logs', None)
        for old, new in [('statuscodes', 'statusCodes'), ('retryattempts', 'retryAttempts'), ('minduration', 'minDuration')]:
            go('accessLog/filters/' + old, 'accessLog/filters/' + new)
        go('accessLog/fields/general/defaultmode', 'accessLog/fields/defaultMode')
        go('accessLog/fields/general/names', 'accessLog/fields/names')
        move(data, ['accessLog', 'fields', 'general'], None)
        for part in ['headers', 'queryParameters']:
            go(f'accessLog/fields/{part}/defaultmode', f'accessLog/fields/{part}/defaultMode')
    def models(data):
        if data.get('version') != 2: return
        for model in data.get('models', []):
            for holder in [model] + model.get('columns', []):
                if 'tests' in holder: holder['data_tests'] = holder.pop('tests')
            if 'materialized' in model: put(model, ['config', 'materialized'], model.pop('materialized'))
            if 'owner' in model: put(model, ['config', 'meta', 'owner'], model.pop('owner'))
            if model.get('name') == 'orders':
                tags = model.get('config', {}).get('tags')
                if tags and 'checked' not in tags: tags.append('checked')
        put(data, ['flags', 'warn_error'], True)
        data['version'] = 3
    for line in sys.stdin:
        job = json.loads(line)
        if job == 0:
            print(0)
            continue
        name, old, new = job
        data = yaml.safe_load(old)
        {'logging': logging, 'models': models}[name](data)
        found = yaml.safe_load(new)
        print(json.dumps('' if found == data else f'{found} instead of {data}'))
    """

  private static let oracle = Oracle(description: "PyYAML", command: ["python3", "-c", python])

  @Test(.enabled(if: oracle.isInstalled), arguments: [("logging", logging), ("models", models)])
  func changeWhatTheyNameAndNothingElse(name: String, steps: String) throws {
    let steps = try Steps(steps, named: name)
    var jobs: [[Value]] = []
    for seed in 0..<(Thoroughness.isFull ? 3000 : 300) as Range<UInt64> {
      var file = CommentedFile(seed: seed)
      if name == "logging" { file.writeLogging() } else { file.writeModels() }
      let old = Array(file.text.utf8)
      let new = try steps.applied(to: old, as: .yaml)
      let text = String(decoding: new, as: UTF8.self)
      for comment in file.comments where !text.contains(comment) {
        Issue.record("\(comment) is gone\n\(file.text)\n===\n\(text)")
      }
      #expect(try steps.applied(to: new, as: .yaml) == new)
      jobs.append([.string(name), .string(file.text), .string(text)])
    }
    let input = try jobs.flatMap { try Value.sequence($0).encoded(as: .jsonLines) }
    guard let output = try Self.oracle.run(input) else { return }
    let answers = String(decoding: output, as: UTF8.self).split(separator: "\n")
    #expect(answers.count == jobs.count)
    for (answer, job) in zip(answers, jobs) where answer != "\"\"" {
      Issue.record("\(answer)\n\(job[1])\n===\n\(job[2])")
    }
  }
}

/// A YAML file with a comment at most keys, of which those of keys that steps delete are not counted.
private struct CommentedFile {
  private var random: SeededGenerator
  private(set) var text = ""
  private(set) var comments: [String] = []
  private var number = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func line(_ indent: Int, _ line: String, isDeleted: Bool = false) {
    let space = String(repeating: " ", count: indent)
    func comment() -> String {
      number += 1
      return "# c\(number)."
    }
    if !isDeleted, !line.hasPrefix("- "), chance(30) {
      let above = comment()
      comments.append(above)
      text += "\(space)\(above)\n"
    }
    text += space + line
    if !isDeleted, chance(30) {
      let beside = comment()
      comments.append(beside)
      text += " \(beside)"
    }
    text += "\n"
    if chance(5), indent == 0, line.contains(": ") { text += "\n" }
  }

  mutating func writeLogging() {
    text = "# Values of a chart\n\n"
    comments = ["# Values of a chart"]
    if chance(50) { line(0, "service: {type: LoadBalancer}") }
    let (hasGeneral, hasAccess) = (chance(70), chance(70))
    if hasGeneral || hasAccess { line(0, "logs:", isDeleted: true) }
    if hasGeneral {
      line(2, "general:")
      for key in ["level: DEBUG", "format: 'json'", "noColor: true"] { line(4, key) }
    }
    if hasAccess {
      line(2, "access:")
      line(4, "enabled: true")
      if chance(60) {
        line(4, "filters:")
        for key in [
          "statuscodes: \"200,300-302\"", "other: 1", "retryattempts: true", "minduration: 10ms",
        ] {
          if key == "other: 1" || chance(60) { line(6, key) }
        }
      }
      if chance(60) {
        line(4, "fields:")
        line(6, "headers:")
        line(8, "defaultmode: drop")
        if chance(70) {
          line(6, "general:", isDeleted: true)
          line(8, "defaultmode: keep")
          if chance(50) {
            line(8, "names:")
            line(10, "ClientUsername: drop")
          }
        }
        if chance(50) { line(6, "queryParameters: {defaultmode: 'drop'}") }
      }
    }
    line(0, "last: [1, 2]")
  }

  mutating func writeModels() {
    line(0, chance(85) ? "version: 2" : "version: 1")
    line(0, "models:")
    for name in ["customers", "orders", "items"] where chance(80) {
      line(2, "- name: \(name)")
      for key in ["description: >-\n      Each\n      row", "owner: \"a b\"", "materialized: view"]
      {
        if chance(60) { text += "    \(key)\n" }
      }
      if chance(40) {
        line(4, "config:")
        line(6, "tags: [a, b]")
      }
      if chance(50) {
        line(4, "tests:")
        line(6, "- unique")
      }
      if chance(60) {
        line(4, "columns:")
        for column in ["id", "amount"] {
          line(6, "- name: \(column)")
          if chance(60) { line(8, "tests: [unique, not_null]") }
        }
      }
    }
    if !text.contains("- name") { line(2, "- name: none") }
  }
}
