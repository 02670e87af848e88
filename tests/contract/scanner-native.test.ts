// The two scanners answer alike, always; and where the addon does not serve, the loader says why and the reference takes over.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GsdError } from '../../lib/errors.js'
import { chooseReader, NATIVE_FROM } from '../../lib/markdown/native.js'
import { frontMatterOf } from '../../lib/markdown/reader.js'
import { scan } from '../../lib/markdown/scan.js'
import { openTree, type TreeSource } from '../../lib/node/tree.js'
import type { Spans } from '../../lib/ports.js'
import { corpusOf } from '../support/corpus.js'
import { documentOf } from '../support/documents.js'
import { describeSpans } from '../support/spans.js'
import { lastingFolder } from '../support/temporary.js'
import { describeWhere, itWhere } from '../support/where.js'

const ADDON = new URL(`../../native/gsd-native.${process.platform}-${process.arch}.node`, import.meta.url).pathname
const built = existsSync(ADDON)
const DOCUMENTS = 12_000
const folder = lastingFolder('gsd-native-')

const same = (a: Spans, b: Spans) => a.length === b.length && a.every((word, index) => word === b[index])

function expectSame(name: string, text: string, native: Spans): void {
  const reference = scan(text)
  if (same(reference, native)) return
  expect(`${name}\n${describeSpans({ text, spans: native })}`).toBe(
    `${name}\n${describeSpans({ text, spans: reference })}`,
  )
  expect({ name, text, spans: [...native] }).toEqual({ name, text, spans: [...reference] })
}

type Exports = Readonly<Record<string, unknown>>

/** Runs `work` while every addon that is loaded shows `change(its exports)`. */
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

if (!built && process.env['GSD_READER'] !== 'native')
  console.warn(`native scanner: its comparison is skipped, ${ADDON} is not built (npm run build:native)`)

describeWhere(built || process.env['GSD_READER'] === 'native')('the native scanner', () => {
  const reader = () => chooseReader({ want: 'native' })

  it('gives the same spans on the whole corpus', () => {
    const { scanner } = reader()
    expect(scanner.name).toBe('native')
    for (const { path, text } of corpusOf()) expectSame(path, text, scanner.scan(text))
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

  it('gives the same spans on extremes', () => {
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

  it('gives the same digests', () => {
    const { sha256 } = reader()
    const lengths = [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 5000]
    const texts = [...lengths.map((length) => 'a'.repeat(length)), 'é€😀', 'lone \ud800 and \udc00', '\0', '\ufeff']
    for (const text of texts)
      expect({ text, digest: sha256(text) }).toEqual({
        text,
        digest: createHash('sha256').update(text, 'utf8').digest('hex'),
      })
  })

  it('reads a tree as the reference does: texts, digests, problems, absences, order', () => {
    const paths: string[] = []
    mkdirSync(join(folder, 'tree/sub'), { recursive: true })
    for (let seed = 0; seed < 400; seed++) {
      const path = `${seed % 3 === 0 ? 'sub/' : ''}${seed}.${seed % 7 === 0 ? 'json' : 'md'}`
      paths.push(path)
      if (seed % 11 !== 0) writeFileSync(join(folder, 'tree', path), documentOf(seed))
    }
    writeFileSync(join(folder, 'tree/bad.md'), Buffer.from([0x23, 0x20, 0xc3, 0x28]))
    writeFileSync(join(folder, 'tree/large.md'), '# é\n'.repeat(100_000))
    writeFileSync(join(folder, 'tree/empty.md'), '')
    writeFileSync(join(folder, 'secret.md'), '# secret')
    symlinkSync('sub/3.md', join(folder, 'tree/link.md'))
    symlinkSync('../secret.md', join(folder, 'tree/leaves.md'))
    paths.push('bad.md', 'large.md', 'empty.md', 'link.md', 'leaves.md', 'sub', 'none/x.md', '1.md/x')
    const facts = (want: 'native' | 'ts') =>
      openTree(join(folder, 'tree'), chooseReader({ want }))
        .read(paths)
        .map(
          (source) =>
            source && {
              path: source.path,
              text: source.text,
              sha256: source.sha256,
              problem: (source as TreeSource).problem,
              spans: source.spans,
            },
        )
    expect(facts('native')).toEqual(facts('ts'))
  })

  it('answers by the reference, and says so, when the addon panics', () => {
    const path = join(folder, 'panic.md')
    writeFileSync(path, '# a\n')
    const panicking = (name: 'scan' | 'readFiles') =>
      withAddon(
        (exports) => ({ ...exports, [name]: exports['panics'] }),
        () => {
          const reader = chooseReader({ want: 'native' })
          const answer = name === 'scan' ? reader.scanner.scan('# a\n') : reader.readFiles([path], 100)
          return { answer, choice: reader.choice() }
        },
      )
    const choice = { name: 'ts', reason: expect.stringContaining('READER_PANIC: the scanner panicked: asked to') }
    expect(panicking('scan')).toEqual({ answer: scan('# a\n'), choice })
    expect(panicking('readFiles')).toEqual({ answer: null, choice })
  })

  it('is smaller than one megabyte', () => {
    expect(statSync(ADDON).size).toBeLessThan(1024 * 1024)
  })
})

describe('the loader', () => {
  const asked = process.env['GSD_READER']
  beforeEach(() => {
    delete process.env['GSD_READER']
  })
  afterEach(() => {
    if (asked === undefined) delete process.env['GSD_READER']
    else process.env['GSD_READER'] = asked
  })

  const fixture = (name: string, bytes: string) => {
    const file = join(folder, name)
    writeFileSync(file, bytes)
    return file
  }

  it('falls back to the reference and says why: no addon', () => {
    const reader = chooseReader({ candidates: [join(folder, 'nowhere.node')] })
    expect(reader.choice()).toEqual({ name: 'ts', reason: expect.stringContaining('no addon for') })
    expect(reader.readFiles(Array(NATIVE_FROM).fill('/x'), 100)).toBeNull()
    expect(reader.scanner.scan('# a')).toEqual(scan('# a'))
  })

  it('falls back to the reference and says why: a broken file', () => {
    const reader = chooseReader({ candidates: [fixture('broken.node', 'not a library')] })
    expect(reader.choice()).toEqual({ name: 'ts', reason: expect.stringContaining('broken.node does not load') })
  })

  itWhere(built)('tries the next place after a broken one', () => {
    const reader = chooseReader({ candidates: [fixture('broken2.node', 'x'), ADDON] })
    expect(reader.choice().name).toBe('native')
  })

  itWhere(built)('falls back to the reference and says why: another ABI', () => {
    const choice = withAddon(
      (exports) => ({ ...exports, abi: () => 99 }),
      () => chooseReader({ candidates: [ADDON] }).choice(),
    )
    expect(choice).toEqual({ name: 'ts', reason: expect.stringMatching(/speaks ABI 99, this version needs \d+/) })
  })

  it('refuses when the native scanner is forced and cannot be had', () => {
    expect(() => chooseReader({ want: 'native', candidates: [] })).toThrow(GsdError)
  })

  it('loads nothing for small batches', () => {
    const reader = chooseReader({ candidates: [fixture('broken3.node', 'x')] })
    expect(reader.readFiles(['/x'], 100)).toBeNull()
  })

  it('takes the name of the scanner from the environment, and refuses any other word', () => {
    process.env['GSD_READER'] = 'ts'
    expect(chooseReader().choice()).toEqual({ name: 'ts', reason: 'the TypeScript scanner was asked for' })
    process.env['GSD_READER'] = 'rust'
    expect(() => chooseReader()).toThrow(/takes native or ts/)
  })
})
