// Replaces a library that a bundled one imports but that is never called here.
module.exports = null
