// What is loaded for a line of shell that a look does not tell, where no more of the program is needed.
import type { Asked, Known } from '../hooks/plain-call.js'
import { isPlainLine } from '../hooks/plain-line.js'
import { homeOf } from '../node/home.js'
import { systemHome, textAt } from './hook-disk.js'

/** False: the checks may have something to say. */
export const isQuietLine = (event: Asked, known: Known): boolean =>
  isPlainLine(event, {
    env: (name) => process.env[name] ?? null,
    root: known.root,
    exists: known.exists,
    project: known.root === null ? null : { root: known.root },
    read: textAt,
    names: known.names,
    real: known.real,
    // What a file would hold is for the checks.
    edited: () => null,
    get home() {
      return homeOf(process.env, systemHome)
    },
    get own() {
      return known.own
    },
    get settings() {
      return known.settings
    },
  })
