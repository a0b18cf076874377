internal import Decant

extension Flag {
  /// Options for debugging decant; the help and the manual omit them.
  static let debugging: [Flag] = [
    Flag(
      "yaml-lane", nil,
      .required("LANE", .choice(YAMLLane.allCases.map(\.rawValue), default: "fast")),
      in: .messages, of: Verb.Name.reading,
      "scan YAML with LANE; 'both' refuses what the lanes read differently"
    ) {
      $0.yamlLane = YAMLLane(rawValue: $1)
      return $0.yamlLane != nil
    },
    Flag(
      "yaml-lane-share", nil, in: .messages, of: [.filter],
      "report the share of the bytes of YAML that the fast lane reads"
    ) { on, _ in
      on.laneShare = YAMLLaneShare()
      return true
    },
  ]
}
