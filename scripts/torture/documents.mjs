// Fuzzed documents over every codec: none may crash or hang it, each issue must say where, and untouched text must come back as it was.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../import-library.mjs'
import { none } from './report.mjs'

const SLOW_MS = 1000

export async function run({ library, smoke, seed }) {
  const { CODECS, documentOf, memorySource, pathOfKind, sha256, randomOf } = library
  const codecs = await Promise.all(Object.entries(CODECS).map(async ([id, load]) => ({ id, codec: await load() })))
  const corpus = corpusOf()
  const random = randomOf(seed)
  const total = smoke ? 3_000 : 100_000
  const crashes = []
  const hangs = []
  const adrift = []
  const rewritten = []
  let slowest = 0
  let issues = 0
  let issuesOfFile = 0
  let bytes = 0
  let tried = 0
  for (; tried < total; tried++) {
    const { id, codec } = codecs[tried % codecs.length]
    const text = documentFor(id)
    const path = placed(pathOfKind(codec.id))
    const name = `${id}, document ${tried}`
    bytes += text.length
    const started = performance.now()
    try {
      const source = memorySource(path, text, sha256)
      const { value, issues: found } = codec.parse(source)
      const drafted = codec.checkDraft?.(source) ?? []
      const lines = text.split(/\r\n|\r|\n/)
      for (const issue of [...found, ...drafted]) {
        issues++
        if (issue.line === 0 && issue.column === 0) issuesOfFile++
        else if (
          !(
            issue.line >= 1 &&
            issue.line <= lines.length &&
            issue.column >= 1 &&
            issue.column <= (lines[issue.line - 1]?.length ?? 0) + 2
          )
        )
          adrift.push(`${name}: ${issue.code} at ${issue.line}:${issue.column}: ${JSON.stringify(text.slice(0, 200))}`)
        else if (!issue.message || !issue.fix) adrift.push(`${name}: ${issue.code} has no words`)
      }
      const rendered = codec.render(value, source)
      if ('text' in rendered && rendered.text !== text) rewritten.push(`${name}: ${JSON.stringify(text.slice(0, 300))}`)
    } catch (error) {
      crashes.push(`${name}: ${error.stack?.split('\n').slice(0, 3).join(' ')}: ${JSON.stringify(text.slice(0, 300))}`)
    }
    const ms = performance.now() - started
    slowest = Math.max(slowest, ms)
    if (ms > SLOW_MS) hangs.push(`${name}: ${ms.toFixed(0)} ms for ${text.length} characters`)
  }
  return [
    {
      what: 'documents',
      figure: `${tried} over ${codecs.length} codecs, ${(bytes / 1e6).toFixed(0)} MB, slowest ${slowest.toFixed(0)} ms`,
      ok: tried >= total,
    },
    none('crashes', tried, crashes),
    none(`documents slower than ${SLOW_MS} ms`, tried, hangs),
    none('issues without a true position or without words', issues, adrift),
    { what: 'issues about a file as a whole', figure: `${issuesOfFile} of ${issues}`, ok: null },
    none('untouched documents that a codec rewrote', tried, rewritten),
  ]

  function documentFor(id) {
    const kind = random.below(10)
    const own = corpus.filter(({ artifact }) => artifact === id)
    if (kind === 0) return documentOf(random.below(2 ** 31))
    const from = kind === 1 || own.length === 0 ? random.pick(corpus) : random.pick(own)
    let { text } = from
    if (kind === 2) return `${text}${documentOf(random.below(2 ** 31))}`
    for (let times = random.below(6); times > 0; times--) text = mutated(text, random)
    return text
  }
}

const placed = (path) =>
  `.planning/${path
    .replaceAll('{pp}', '01')
    .replaceAll('{NN}', '02')
    .replaceAll('{dir}', '01-a')
    .replaceAll(/\{[^}]*\}/g, 'x')}`

const SPLINTERS = [
  '---\n',
  '```\n',
  '<!--',
  '-->',
  '\0',
  '\ufeff',
  '\u2028',
  '\r',
  '\r\n',
  '\t',
  '|',
  '| --- |\n',
  '#',
  '- [ ] ',
  '- [x] ',
  '**',
  '`',
  '<task>',
  '</task>',
  '<details>',
  '</details>',
  ': ',
  '"',
  "'",
  '[',
  ']',
  '{',
  '}',
  '&a *a',
  '!!js',
  '__proto__: {x: 1}\n',
  '1.10',
  '\ud800',
  '😀',
  '<<<<<<< HEAD\n',
  '=======\n',
  '>>>>>>> b\n',
  '  '.repeat(40),
]

/** The documents that the tests keep: one folder an artifact, one below it a case. */
const corpusOf = () =>
  readdirSync(join(root, 'tests/corpus'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^input\./.test(entry.name))
    .map((entry) => ({
      artifact: entry.parentPath.split('/').at(-2),
      text: readFileSync(join(entry.parentPath, entry.name), 'utf8'),
    }))

/** One small damage. */
export function mutated(text, random) {
  const at = random.below(text.length + 1)
  const length = random.below(40)
  const lines = () => text.split('\n')
  const ways = [
    () => text.slice(0, at) + text.slice(at + length),
    () => text.slice(0, at) + random.pick(SPLINTERS) + text.slice(at),
    () => text.slice(0, at),
    () => text.slice(at),
    () => text.slice(0, at) + text.slice(at, at + length).repeat(random.below(20)) + text.slice(at + length),
    () => {
      const all = lines()
      const from = random.below(all.length)
      all.splice(random.below(all.length), 0, ...all.splice(from, 1 + random.below(5)))
      return all.join('\n')
    },
    () => {
      const all = lines()
      const line = random.below(all.length)
      all[line] = `${' '.repeat(random.below(9))}${all[line]?.trimStart()}`
      return all.join('\n')
    },
    () => text.replaceAll('\n', '\r\n'),
    () => text.slice(0, at) + String.fromCharCode(random.below(0x300)) + text.slice(at + 1),
    () => text.toUpperCase(),
  ]
  return random.pick(ways)()
}
