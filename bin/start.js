// Starts a bundle of dist/, or says what is missing. In the oldest form of the language, so that an old node says what is wrong instead of failing on a word.
'use strict'

var fs = require('fs')
var path = require('path')

var NEEDED = [20, 19]

function isOldNode() {
  var version = process.versions.node.split('.').map(Number)
  return version[0] < NEEDED[0] || (version[0] === NEEDED[0] && version[1] < NEEDED[1])
}

function stop(message) {
  process.stderr.write('gsd-pack: ' + message + '\n')
  process.exit(70)
}

exports.start = function (bundle) {
  if (isOldNode()) stop('Node ' + NEEDED.join('.') + ' or newer is needed, this is ' + process.versions.node)
  var file = path.join(__dirname, '../dist', bundle)
  if (!fs.existsSync(file)) stop('it is not built yet; run: npm ci')
  require(file)
}
