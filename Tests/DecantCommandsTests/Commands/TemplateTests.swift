import DecantTestSupport
import Foundation
import Testing

import DecantCommands
import Decant

/// Templates that are valid YAML by accident are not rewritten as what YAML takes them for.
@Suite struct TemplateTests {
  /// Helm, Jinja, cookiecutter, Go templates, Handlebars and Ansible.
  static let templates = [
    "name: {{ .Values.name }}\n", "name: {{.Values.name}}\n", "name: {{ .name | quote }}\n",
    "- {{ item }}\n", "- a\n- {{ item }} # comment\n", "{{ .Values.all }}\n",
    "a:\n  b: 1\n  c:\n    - {{ include \"x\" . | nindent 4 }}\n", "args: [{{ a }}, {{ b }}]\n",
    "{{ cookiecutter.slug }}: 1\n", "{{ key }}: {{ value }}\n", "x: {{ \"quoted\" }}\n",
    "x: {{ a, b }}\n", "x: {{{ raw }}}\n", "x: {{ a\n  }}\n", "x: {{ a ? b : c }}\n",
    "x: {{ [1, 2] }}\n", "x: {{ {'a': 1} }}\n", "x: {{}}\n", "x: &a {{ y }}\n", "x: !t {{ y }}\n",
    "x: {a: {{ y }}}\n", "a: 1\n---\nb: {{ c }}\n", "a: &a {b: 1}\nc: {{ d }}\ne: *a\n",
    "? - {{ x }}\n: 1\n",
  ]

  /// Data, and templates in text.
  static let others = [
    "x: ${{ github.ref }}\n", "x: \"{{ y }}\"\n", "x: '{{ y }}'\n", "x: |\n  {{ y }}\n",
    "# {{ y }}\nx: 1\n", "x: a {{ y }}\n", "x: {a: {b: {}}}\n", "x: {a: {b: {c: 1}}}\n",
    "x: {{a: 1}: 2}\n", "x: { {a: 1}: 2 }\n", "x: { {a: 1} }\n", "x: {{a}: {b}}\n",
    "x: {{a}: null}\n", "x: {{b}, {c}}\n", "x: {{a: 1}, b: 2}\n", "? {a: 1}\n: 2\n",
    "x: {? {a: 1} : null}\n", "x: {? {a}}\n", "x: {&a {y}}\n", "x: [{a: {b}}]\n", "x: {[a]}\n",
  ]

  static let hint =
    "hint: this looks like a template (Helm, Jinja, ERB …), which must be rendered first\n"

  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  @Test(arguments: templates) func filesWithTemplatesAreNotRewritten(template: String) throws {
    for command in [
      "decant -i a.yaml", "decant -S -i a.yaml", "decant -i.bak -c a.yaml",
      "decant -i --yaml-parser libyaml a.yaml", "decant -i --tagged --force -t json a.yaml",
      "decant migrate -q -t cbor a.yaml", "decant migrate -q -t yaml -S --output o a.yaml",
      "decant archive --type T -i a.yaml", "decant --strict a.yaml", "decant check --strict a.yaml",
    ] {
      // One document is refused, several are for another reason.
      if template.contains("---"), command.contains("json") || command.contains("archive") {
        continue
      }
      try scratch.write(template, to: "a.yaml")
      let run = try scratch.shell(command)
      #expect(run.status == 65, "\(command)")
      #expect(run.errors.contains("error: YAML reads '{{ … }}' as a mapping in the key of"))
      #expect(run.errors.contains(Self.hint), "\(command): \(run.errors)")
      #expect(try scratch.read("a.yaml") == template, "\(command)")
      #expect(try scratch.names.allSatisfy { ["a.yaml", "o"].contains($0) }, "\(command)")
    }
  }

  @Test(arguments: templates) func aPipeWarns(template: String) throws {
    try scratch.write(template, to: "a.yaml")
    for command in ["decant a.yaml", "decant -f yaml <a.yaml", "decant check a.yaml"] {
      let run = try scratch.shell(command)
      #expect(run.status == 0, "\(command)")
      #expect(run.errors.components(separatedBy: "warning: YAML reads '{{ … }}'").count == 2)
      #expect(run.errors.hasSuffix(Self.hint), "\(command): \(run.errors)")
      #expect(try scratch.shell(command + " -q").errors.isEmpty)
    }
    // What JSON lacks is an error, which is enough.
    let run = try scratch.shell("decant -t json a.yaml")
    #expect(run.status == 65 && !run.errors.contains("warning"), "\(run.errors)")
  }

  @Test(arguments: templates) func editsKeepTemplates(template: String) throws {
    guard !template.hasPrefix("-"), !template.hasPrefix("{{"), !template.hasPrefix("?") else {
      return
    }
    let text = "# head\nkey: 1\n" + template
    try scratch.write(text, to: "a.yaml")
    let run = try scratch.shell("decant edit -i --document 1 --set /key 2 a.yaml")
    #expect(run == Outcome(status: 0, output: "", errors: ""))
    #expect(try scratch.read("a.yaml") == text.replacing("key: 1", with: "key: 2"))
  }

  @Test(arguments: others) func otherFilesAreRewritten(text: String) throws {
    for command in ["decant -i a.yaml", "decant -S -i a.yaml", "decant -i --strict a.yaml"] {
      try scratch.write(text, to: "a.yaml")
      try scratch.write(text, to: "b.yaml")
      let run = try scratch.shell("\(command) && decant diff b.yaml a.yaml && decant check b.yaml")
      #expect(run == Outcome(status: 0, output: "", errors: ""), "\(command)")
    }
  }
}
