// Starts a bundle of dist/, or says what is missing. Written in ES5, so that an old Node prints a message instead of a syntax error.
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
  if (isOldNode()) stop('Node ' + NEEDED.join('.') + ' or newer is needed; this is ' + process.versions.node)
  var file = path.join(__dirname, '../dist', bundle)
  if (!fs.existsSync(file)) stop('dist/' + bundle + ' is not built yet; run npm ci')
  require(file)
}
