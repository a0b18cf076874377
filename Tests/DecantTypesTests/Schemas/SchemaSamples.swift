/// Schemas in the manner of those that editors, services and package managers publish.
enum SchemaSamples {
  static let all: [(name: String, text: String)] =
    manifests + workflows + services + settings + constructions
}
