// Starts a program: loads its bundle with the compiled code next to it, or from the source alone.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { type BundleName, compiledName, verifiedCode, withChecksum } from '../node/compiled-code.js'
import { packedProgram } from '../node/packed.js'
import { attempt } from '../std/attempt.js'
import { SET_UP } from '../std/set-up.js'

/** This program's name, and the checksums of the bundles; set by the build. */
declare const __GSD_MAIN__: 'tools' | 'gsd' | 'hook'
declare const __GSD_SUMS__: Readonly<Record<BundleName, number>>

interface Exports {
  readonly [main: string]: (folder: string) => unknown
  readonly warmUp: (folder: string) => Promise<void>
}

const folder = import.meta.dirname
const bundle: BundleName = __GSD_MAIN__ === 'hook' ? 'hook' : 'program'

const compiledCode = (name: BundleName): Buffer | undefined =>
  attempt(() => verifiedCode(readFileSync(join(folder, compiledName(name))), __GSD_SUMS__[name]), undefined)

function readBundle(name: BundleName, cachedData?: Buffer): Script {
  const filename = join(folder, `${name}.cjs`)
  return new Script(readFileSync(filename, 'latin1'), { filename, cachedData })
}

/** Modules of Node that load slowly and that most calls do not need; loaded on first use. */
const LAZY = ['child_process', 'crypto', 'os', 'tty', 'v8', 'zlib'].map((name) => `node:${name}`)
const lazyRequire = (name: string): unknown =>
  LAZY.includes(name) ? new Proxy({}, { get: (_, part) => lazyExport(() => require(name)[part]) }) : require(name)
const lazyExport = (real: () => new (...args: unknown[]) => object): unknown =>
  new Proxy(class {}, {
    apply: (_, __, args) => Reflect.apply(real(), undefined, args),
    construct: (_, args) => new (real())(...args),
    get: (_, part) => Reflect.get(real(), part),
  })

/** Imports an extension: a script bundle has no `import`, and the build would turn one into `require`. */
const importModule = new Function('url', 'return import(url)')

function run(script: Script): Exports {
  const module = { exports: {} }
  script.runInThisContext()(module.exports, lazyRequire, module, folder, load, importModule)
  return module.exports as Exports
}

function load(name: BundleName): Exports {
  return run(readBundle(name, compiledCode(name)))
}

function start(): void {
  const isPacked = __GSD_MAIN__ === 'gsd'
  try {
    if (isPacked) packedProgram(folder, 'gsd-main', { load })
    else load(bundle)[__GSD_MAIN__]?.(folder)
  } catch (error) {
    if (__GSD_MAIN__ === 'hook') process.exit(0)
    const file = isPacked ? 'gsd-main.cjs.br' : `${bundle}.cjs`
    const why = `${join(folder, file)} is damaged or missing (${(error as Error).message})`
    process.stderr.write(`gsd: ${why}. Install the pack again, ${SET_UP}\n`)
    process.exitCode = 70
  }
}

/** Prints the compiled code, which the installation saves; a program never writes next to its bundle. */
async function compile(): Promise<void> {
  const script = readBundle(bundle)
  await run(script).warmUp(folder)
  process.stdout.write(withChecksum(script.createCachedData(), __GSD_SUMS__[bundle]), () => process.exit(0))
}

if (process.env['GSD_CODE_CACHE'] === 'print') compile()
else start()
