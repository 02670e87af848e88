// Rarely used programs are stored compressed.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { compileFunction } from 'node:vm'
import { brotliDecompressSync } from 'node:zlib'

export const unpacked = (path: string): string => brotliDecompressSync(readFileSync(path)).toString('utf8')

/** Loads a packed program's exports. `bin`: the running bundle's folder. `given`: more names for its code. */
export function packedProgram<T>(bin: string, name: 'gsd-main' | 'gsd-protocols', given: object = {}): T {
  const filename = join(bin, `${name}.cjs`)
  const code = brotliDecompressSync(readFileSync(`${filename}.br`)).toString('latin1')
  const module = { exports: {} }
  const words = { module, exports: module.exports, require: createRequire(filename), __dirname: bin, ...given }
  compileFunction(code, Object.keys(words), { filename })(...Object.values(words))
  return module.exports as T
}
