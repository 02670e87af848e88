// Reads rarely used programs, which are stored compressed.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { compileFunction } from 'node:vm'
import { brotliDecompressSync } from 'node:zlib'

export const readPacked = (path: string): string => brotliDecompressSync(readFileSync(path)).toString('utf8')

/** Loads a packed program's exports. `bin`: the running bundle's folder; `extraNames`: more names for its code. */
export function packedProgram<T>(bin: string, name: 'gsd-main' | 'gsd-protocols', extraNames: object = {}): T {
  const filename = join(bin, `${name}.cjs`)
  const code = brotliDecompressSync(readFileSync(`${filename}.br`)).toString('latin1')
  const module = { exports: {} }
  const scope = { module, exports: module.exports, require: createRequire(filename), __dirname: bin, ...extraNames }
  compileFunction(code, Object.keys(scope), { filename })(...Object.values(scope))
  return module.exports as T
}
