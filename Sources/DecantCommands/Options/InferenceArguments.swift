struct InferenceArguments {
  var name: String?
  var isArchivable = false
  var findsEnumerations = false
  var findsURLs = false
  var isSchema = false
}
