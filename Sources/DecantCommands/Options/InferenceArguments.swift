struct InferenceArguments {
  var name: String?
  var isArchivable = false
  var findsEnumerations = false
  var findsURLs = false
  var isSchema = false
  /// The file with the schema that types are printed for.
  var schemaFile: String?
}
