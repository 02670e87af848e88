// The native scanner gives the same spans as the reference; if the addon cannot be used, the loader says why and uses the reference.
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GsdError } from '../../lib/errors.js'
import { chooseReader, usualPaths } from '../../lib/markdown/native.js'
import { frontMatterOf } from '../../lib/markdown/reader.js'
import { scan } from '../../lib/markdown/scan.js'
import type { Spans } from '../../lib/ports.js'
import { readCorpus } from '../support/corpus.js'
import { documentOf } from '../support/documents.js'
import { describeSpans } from '../support/spans.js'
import { lastingFolder } from '../support/temporary.js'
import { describeWhere, itWhere } from '../support/where.js'

const ADDON = fileURLToPath(
  new URL(`../../native/gsd-native.${process.platform}-${process.arch}.node`, import.meta.url),
)
const isBuilt = existsSync(ADDON)
const DOCUMENTS = 12_000
const folder = lastingFolder('gsd-native-')

const isSame = (a: Spans, b: Spans) => a.length === b.length && a.every((word, index) => word === b[index])

function expectSame(name: string, text: string, native: Spans): void {
  const reference = scan(text)
  if (isSame(reference, native)) return
  expect(`${name}\n${describeSpans({ text, spans: native })}`).toBe(
    `${name}\n${describeSpans({ text, spans: reference })}`,
  )
  expect({ name, text, spans: [...native] }).toEqual({ name, text, spans: [...reference] })
}

type Exports = Readonly<Record<string, unknown>>

/** Runs `work` while every loaded addon has the exports `change(exports)`. */
function withAddon<T>(change: (exports: Exports) => Exports, work: () => T): T {
  const load = process.dlopen
  process.dlopen = (module, file) => {
    const holder = module as { exports: Exports }
    load(holder, file as string)
    holder.exports = change(holder.exports)
  }
  try {
    return work()
  } finally {
    process.dlopen = load
  }
}

if (!isBuilt && process.env['GSD_READER'] !== 'native')
  console.warn(`native scanner: its comparison is skipped, ${ADDON} is not built (npm run build:native)`)

describeWhere(isBuilt || process.env['GSD_READER'] === 'native')('the native scanner', () => {
  const reader = () => chooseReader({ scannerName: 'native' })

  it('gives the same spans as the reference on the whole corpus', () => {
    const { scanner } = reader()
    expect(scanner.name).toBe('native')
    for (const { path, text } of readCorpus()) expectSame(path, text, scanner.scan(text))
  })

  it(`gives the same spans on ${DOCUMENTS} generated documents`, () => {
    const { scanner } = reader()
    let fronts = 0
    for (let seed = 0; seed < DOCUMENTS; seed++) {
      const text = documentOf(seed)
      const spans = scanner.scan(text)
      if (frontMatterOf({ text, spans })) fronts++
      expectSame(`seed ${seed}`, text, spans)
    }
    expect(fronts).toBeGreaterThan(DOCUMENTS / 10)
  })

  it('gives the same spans on extreme texts', () => {
    const { scanner } = reader()
    const extremes = {
      'a long line': 'x'.repeat(1 << 22),
      'many nested items': '- '.repeat(10_000),
      'many nested items, ordered': '1. '.repeat(10_000),
      'lone surrogates': '# \ud800 a\n\udc00: b\n- \ud83d',
      'deep indentation': Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth * 2)}- a\n`).join(''),
      backticks: `<${Array.from({ length: 500 }, (_, length) => '`'.repeat(length)).join(' ')}</a>`,
    }
    for (const [name, text] of Object.entries(extremes)) expectSame(name, text, scanner.scan(text))
  })

  it('falls back to the reference, and says so, if the addon panics', () => {
    const reader = withAddon(
      (exports) => ({ ...exports, scan: exports['panics'] }),
      () => chooseReader({ scannerName: 'native' }),
    )
    expect(reader.scanner.scan('# a\n')).toEqual(scan('# a\n'))
    const reason = expect.stringContaining('READER_PANIC: the scanner panicked: asked to')
    expect(reader.choice()).toEqual({ name: 'ts', reason })
  })

  it('is smaller than one megabyte', () => {
    expect(statSync(ADDON).size).toBeLessThan(1024 * 1024)
  })
})

describe('the loader', () => {
  const previous = process.env['GSD_READER']
  beforeEach(() => {
    delete process.env['GSD_READER']
  })
  afterEach(() => {
    if (previous === undefined) delete process.env['GSD_READER']
    else process.env['GSD_READER'] = previous
  })

  const fixture = (name: string, bytes: string) => {
    const file = join(folder, name)
    writeFileSync(file, bytes)
    return file
  }

  it('falls back to the reference and says why: no addon', () => {
    const reader = chooseReader({ candidates: [join(folder, 'nowhere.node')] })
    expect(reader.choice()).toEqual({ name: 'ts', reason: expect.stringContaining('no addon for') })
    expect(reader.scanner.scan('# a')).toEqual(scan('# a'))
  })

  it('falls back to the reference and says why: a broken file', () => {
    const reader = chooseReader({ candidates: [fixture('broken.node', 'not a library')] })
    expect(reader.choice()).toEqual({ name: 'ts', reason: expect.stringContaining('broken.node does not load') })
  })

  itWhere(isBuilt)('tries the next path after a broken addon', () => {
    const reader = chooseReader({ candidates: [fixture('broken2.node', 'x'), ADDON] })
    expect(reader.choice().name).toBe('native')
  })

  itWhere(isBuilt)('falls back to the reference and says why: another ABI', () => {
    const choice = withAddon(
      (exports) => ({ ...exports, abi: () => 99 }),
      () => chooseReader({ candidates: [ADDON] }).choice(),
    )
    expect(choice).toEqual({ name: 'ts', reason: expect.stringMatching(/has ABI 99, but this version needs \d+/) })
  })

  it('fails if the native scanner is required but not available', () => {
    expect(() => chooseReader({ scannerName: 'native', candidates: [] })).toThrow(GsdError)
  })

  it('looks for addons in the installation, and if npm installed it, next to its package', () => {
    const outside = (root: string) => usualPaths(join(root, 'bin')).filter((path) => !path.startsWith(root))
    expect(outside(join('/p/.claude/get-shit-done'))).toEqual([])
    const siblings = outside(join('/p/node_modules/gsd-pack')).map((path) => path.slice(0, path.lastIndexOf('native-')))
    expect(new Set(siblings)).toEqual(new Set([join('/p/node_modules/@gsd-pack/')]))
  })

  it('loads nothing for a short text', () => {
    const load = vi.spyOn(process, 'dlopen')
    chooseReader({ candidates: [fixture('broken3.node', 'x')] }).scanner.scan('# a')
    expect(load).not.toHaveBeenCalled()
    load.mockRestore()
  })

  it('takes the scanner’s name from the environment, and refuses unknown names', () => {
    process.env['GSD_READER'] = 'ts'
    expect(chooseReader().choice()).toEqual({ name: 'ts', reason: 'the TypeScript scanner was requested' })
    process.env['GSD_READER'] = 'rust'
    expect(() => chooseReader()).toThrow(/must be native or ts/)
  })
})
