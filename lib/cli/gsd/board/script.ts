// The browser script, built and packed beside the bundles.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

export const boardScript = (bin: string): string =>
  brotliDecompressSync(readFileSync(join(bin, 'gsd-board.js.br'))).toString('utf8')
