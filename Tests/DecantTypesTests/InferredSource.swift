import DecantConversion
import DecantTestSupport
import Testing

@testable import Decant
@testable import DecantCore
@testable import DecantTypes

/// Returns the types of documents in memory.
func types(
  of texts: [String], as format: Format = .json, named name: String = "Root",
  _ change: (inout TypeInference.Options) -> Void = { _ in }
) throws -> String {
  try inference(of: texts, as: format, change).swiftSource(named: name)
}

func inference(
  of texts: [String], as format: Format = .json,
  _ change: (inout TypeInference.Options) -> Void = { _ in }
) throws -> TypeInference {
  var options = TypeInference.Options()
  options.hasGivenName = true
  change(&options)
  var inference = TypeInference(options)
  for text in texts {
    var input = try Input(.text(text), as: format)
    try inference.add(&input, ReadingOptions())
  }
  return inference
}

/// Returns the types of files in any formats.
func types(
  ofFiles paths: [String], _ change: (inout TypeInference.Options) -> Void = { _ in }
) throws -> String {
  try inference(ofFiles: paths, change).swiftSource(named: "Root")
}

func inference(
  ofFiles paths: [String], _ change: (inout TypeInference.Options) -> Void = { _ in }
) throws -> TypeInference {
  var options = TypeInference.Options()
  options.hasGivenName = true
  change(&options)
  var inference = TypeInference(options)
  for path in paths {
    var input = try open(path)
    try input.refine(for: nil)
    try inference.add(&input, ReadingOptions())
  }
  return inference
}

private func open(_ path: String) throws -> Input {
  let name = String(path.split(separator: "/").last ?? "")
  if let format = FormatRegistry.standard.format(forFileNamed: name) {
    return try Input(FileSource(path), named: path, as: format)
  }
  return try Input(FileSource(path), named: path, detecting: .standard)
}
