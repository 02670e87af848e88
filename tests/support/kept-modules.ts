// Where runs of the tests keep the modules they have compiled for the next run: CI starts seven, and compiling takes a third of one that is short. vitest takes
// a module from there by its path, its content, this configuration and the packages; what else goes into it is in the name of the folder.
import { createHash } from 'node:crypto'

/** `version` stands in modules, `compiler` is how they are compiled. Below the packages, so that it goes away with them. */
export const keptModules = (version: string, compiler: string): string =>
  `node_modules/.cache/gsd-modules/${createHash('sha256')
    .update(JSON.stringify([version, compiler]))
    .digest('hex')
    .slice(0, 16)}`
