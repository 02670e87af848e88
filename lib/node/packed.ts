// Programs that few calls need are kept packed beside the others.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { compileFunction } from 'node:vm'
import { brotliDecompressSync } from 'node:zlib'

/** What the packed program of that name exports. `bin`: the folder of the running bundle. */
export function packedProgram<T>(bin: string, name: 'gsd-main' | 'gsd-mcp'): T {
  const filename = join(bin, `${name}.cjs`)
  const code = brotliDecompressSync(readFileSync(`${filename}.br`)).toString('latin1')
  const program = { exports: {} }
  const words = ['exports', 'require', 'module', '__dirname', '__filename']
  compileFunction(code, words, { filename })(program.exports, createRequire(filename), program, bin, filename)
  return program.exports as T
}
