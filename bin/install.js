#!/usr/bin/env node
// `gsd`: starts the built program.
'use strict'

require('./start.js').start('gsd.cjs')
