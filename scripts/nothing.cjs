// Replaces a library that a bundled library imports but never calls here.
module.exports = null
