#!/usr/bin/env node
// `gsd-tools`: starts the built program.
import { start } from './start.js'

start('gsd-tools.cjs')
