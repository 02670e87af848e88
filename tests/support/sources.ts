// Sources made from a text.
import { createHash } from 'node:crypto'
import { tsScanner } from '../../lib/markdown/scan.js'
import type { Scanner, Source } from '../../lib/ports.js'

export const sourceFrom = (text: string, path = '.planning/X.md', scanner: Scanner = tsScanner): Source => ({
  path,
  text,
  spans: scanner.scan(text),
  sha256: createHash('sha256').update(text).digest('hex'),
})
