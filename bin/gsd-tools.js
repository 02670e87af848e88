#!/usr/bin/env node
// `gsd-tools`: starts the built program.
'use strict'

require('./start.js').start('gsd-tools.cjs')
