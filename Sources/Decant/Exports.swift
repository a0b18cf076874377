// DecantCoding exports what users need of DecantConversion and DecantCore; authors of formats import these, and DecantEditing.
@_exported public import DecantBinary
@_exported public import DecantCSV
@_exported public import DecantChanges
@_exported public import DecantCoding
@_exported public import DecantFormats
@_exported public import DecantJSON
@_exported public import DecantPropertyList
@_exported public import DecantTOML
@_exported public import DecantYAML
