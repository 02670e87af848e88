// Stands for a library that a bundled one imports and we never call.
module.exports = null
