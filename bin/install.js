#!/usr/bin/env node
// `gsd`: starts the built program. Written so that an old Node still says what is wrong.
import { start } from './start.js'

start('gsd.cjs')
