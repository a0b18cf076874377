/// The options of reading YAML.
public struct YAMLReadingOptions: FormatOptions {
  /// The schema by which plain scalars are resolved; nil for the one that a document names with `%YAML`, else `core`.
  public var schema: YAMLSchema?

  /// The scanner, for tests: the fast lane hands over to libyaml what it does not support.
  package var lane = YAMLLane.fast

  /// The most bytes that libyaml may read again after the fast lane, if there is a place from which it can begin.
  package var restartDistance = 4096

  /// Whether the fast lane leaves to libyaml what libyaml does not read as YAML 1.2 asks, for comparisons of the lanes.
  package var followsLibYAML = false

  /// Where to count the bytes that each lane reads.
  package var laneShare: YAMLLaneShare?

  /// Creates the default options.
  public init() {}
}

extension ReadingOptions {
  /// The schema by which YAML's plain scalars are resolved; nil for the one that a document names with `%YAML`,
  /// else `core`.
  public var yamlSchema: YAMLSchema? {
    get { self[YAMLReadingOptions.self].schema }
    set { self[YAMLReadingOptions.self].schema = newValue }
  }

  /// The scanner of YAML, for tests.
  package var yamlLane: YAMLLane {
    get { self[YAMLReadingOptions.self].lane }
    set { self[YAMLReadingOptions.self].lane = newValue }
  }

  /// The most bytes of YAML that libyaml may read again after the fast lane.
  package var yamlRestartDistance: Int {
    get { self[YAMLReadingOptions.self].restartDistance }
    set { self[YAMLReadingOptions.self].restartDistance = newValue }
  }
}
