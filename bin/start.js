// Starts a bundle of dist/, or says what is missing.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const NEEDED = [20, 12]

const isOldNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])
}

const stop = (message) => {
  process.stderr.write(`gsd-pack: ${message}\n`)
  process.exit(70)
}

export function start(bundle) {
  if (isOldNode()) stop(`Node ${NEEDED.join('.')} or newer is needed, this is ${process.versions.node}`)
  const path = fileURLToPath(new URL(`../dist/${bundle}`, import.meta.url))
  if (!existsSync(path)) stop('it is not built yet; run: npm ci')
  createRequire(import.meta.url)(path)
}
