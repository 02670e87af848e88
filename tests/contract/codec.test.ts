// Laws for every codec, on every file of its corpus and on broken files.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KIND_LOADERS } from '../../lib/artifacts/all.js'
import type { Kind } from '../../lib/artifacts/codec.js'
import type { ArtifactId } from '../../lib/artifacts/paths.js'
import { pathOfKind } from '../../lib/artifacts/paths.js'
import { positionOf } from '../../lib/std/text.js'
import { type Random, randomOf } from '../support/random.js'
import { sourceFrom } from '../support/sources.js'

const CORPUS = fileURLToPath(new URL('../corpus/', import.meta.url))
const TEMPLATES = fileURLToPath(new URL('../../templates/', import.meta.url))
const MUTANTS_PER_FILE = 12

interface Case {
  readonly name: string
  readonly path: string
  readonly text: string
}

/** Adds a merge conflict in the middle of a file. */
function withConflict(text: string): string {
  const lines = text.split('\n')
  const at = Math.floor(lines.length / 2)
  const line = lines[at] ?? ''
  return [...lines.slice(0, at), '<<<<<<< HEAD', line, '=======', `${line}x`, '>>>>>>> b', ...lines.slice(at + 1)].join(
    '\n',
  )
}

/** A file, and what checkouts, editors and merges make of it. */
const variants = (one: Case): readonly Case[] => [
  one,
  { ...one, name: `${one.name} with CRLF`, text: one.text.replaceAll(/\r?\n/g, '\r\n') },
  { ...one, name: `${one.name} with BOM`, text: `\ufeff${one.text}` },
  { ...one, name: `${one.name} unmerged`, text: withConflict(one.text) },
]

/** `tests/corpus/<artifact>/<case>/input.*`, with the variants of `ours`, the form we write; for a kind without a corpus, its template. */
function casesOf(id: string): readonly Case[] {
  const folder = join(CORPUS, id)
  if (!existsSync(folder))
    return [{ name: 'template', path: 'input.md', text: readFileSync(join(TEMPLATES, `${id}.md`), 'utf8') }]
  return readdirSync(folder)
    .sort()
    .flatMap((name) =>
      readdirSync(join(folder, name))
        .filter((file) => file.startsWith('input.'))
        .map((file) => ({ name: `${name}/${file}`, path: file, text: readFileSync(join(folder, name, file), 'utf8') }))
        .flatMap((one) => (name === 'ours' ? variants(one) : [one])),
    )
}

const SCRAPS = [
  '\r\n',
  '\r',
  '\t',
  '---\n',
  '```\n',
  '<details>',
  '</details>',
  '|',
  '**',
  ': ',
  '- [ ] ',
  '\u0000',
  '<!--',
  '-->',
  '"',
  '{',
  '# ',
  '\uFEFF',
  'é😀',
  '',
]

/** Pieces of documents, intact and broken, for random texts. */
const FRAGMENTS = [
  '---\n',
  '---\r\n',
  '\uFEFF---\n',
  'status: open\n',
  'phase: "03"\r\n',
  'title: a: b\n',
  'gaps:\n  requirements:\n    - id: A-1\n',
  'list: [a, "b, c"\n',
  '\tkey: x\n',
  '*a: &b !!c\n',
  '# Title\n',
  '## Phase 1: Name\n',
  '## Threat Register\n\n',
  '## Evidence\n',
  '### Requirement: Name\n',
  '#### Scenario: seen\n',
  '## RENAMED: orders\n- a -> b\n',
  '## MODIFIED: orders\n',
  '<current_state>\n',
  '</current_state>\n',
  '<task type="auto">\n',
  '| ID | Status |\n|---|---|\n| a \\| b | – |\n',
  '| one\n',
  '- [ ] item\n',
  '- [x] **AUTH-01**: text\n  more\n',
  '1. first\n   - nested\n',
  '**Status:** done\n',
  'Plain prose — with a dash.\n',
  '```yaml\n',
  '~~~\n',
  '<!-- comment',
  ' -->\n',
  '<details><summary>x</summary>\n',
  '</details>\n',
  '<<<<<<< HEAD\n',
  '=======\n',
  '>>>>>>> b\n',
  '{"phase": 1, ',
  '"x": [}\n',
  '\n\n',
  '\r',
  '\u0000',
  '{{name}}\n',
  '[TBD]\n',
] as const

function mutant(text: string, random: Random): string {
  const at = random.below(text.length + 1)
  const end = Math.min(text.length, at + random.below(80))
  const scrap = random.pick(SCRAPS)
  const kinds = [
    () => text.slice(0, at) + text.slice(end),
    () => text.slice(0, at) + scrap + text.slice(at),
    () => text.slice(0, at),
    () => text.slice(0, at) + text.slice(at, end) + text.slice(at),
    () => text.slice(0, at) + scrap + text.slice(end),
  ]
  return random.pick(kinds)()
}

/** The kinds that read something in their template; other templates are empty. */
const WITH_CONTENT = ['roadmap', 'requirements', 'state']

const codecs = await Promise.all(
  (Object.keys(KIND_LOADERS) as ArtifactId[]).map(async (id) => [id, await KIND_LOADERS[id]?.()] as const),
)

describe.each(codecs)('the codec of %s', (id, loaded) => {
  const codec = loaded as Kind
  const cases = casesOf(id)

  it('has its id and at least one case', () => {
    expect(codec.id).toBe(id)
    expect(cases.length).toBeGreaterThan(0)
  })

  it.each(cases)('reads $name the same with LF, with CRLF and with a BOM', ({ path, text }) => {
    const { value } = codec.parse(sourceFrom(text, path))
    const plain = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
    for (const one of [plain, plain.replaceAll('\n', '\r\n'), `\ufeff${plain}`])
      expect(codec.parse(sourceFrom(one, path)).value).toEqual(value)
  })

  it.each(cases)('gives every issue of $name a position and a fix', ({ path, text }) => {
    const end = positionOf(text, text.length)
    for (const issue of codec.parse(sourceFrom(text, path)).issues) {
      expect(issue).toMatchObject({ path, code: expect.stringMatching(/^[A-Z][A-Z0-9_]+$/) })
      expect(['error', 'notice']).toContain(issue.severity)
      expect(issue.line).toBeLessThanOrEqual(end.line)
      for (const field of ['expected', 'received', 'message', 'fix'] as const) expect(issue[field]).not.toBe('')
    }
  })

  it.each(cases)('survives damage to $name', ({ name, path, text }) => {
    const random = randomOf([...name].reduce((sum, c) => sum * 31 + c.charCodeAt(0), 7))
    for (let round = 0; round < MUTANTS_PER_FILE; round++) {
      const source = sourceFrom(mutant(text, random), path)
      expect(codec.parse(source).value).toBeDefined()
      for (const { message } of codec.checkDraft?.(source) ?? []) expect(message).not.toBe('')
    }
  })

  it('reads any text, and gives every issue a position in it or none', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 24 }), (parts) => {
        const text = parts.join('')
        const source = sourceFrom(text, pathOfKind(id).endsWith('.json') ? 'a.json' : 'a.md')
        const { issues } = codec.parse(source)
        const end = positionOf(text, text.length).line
        for (const { line, column } of [...issues, ...(codec.checkDraft?.(source) ?? [])]) {
          expect(line >= 0 && line <= end).toBe(true)
          expect(line === 0 ? column === 0 : column >= 1).toBe(true)
        }
      }),
      { numRuns: 60, seed: 11 },
    )
  })

  it.each(pathOfKind(id).endsWith('.md') ? [`${id}.md`] : [])('has a tidy template %s, empty or listed', (name) => {
    const text = readFileSync(join(TEMPLATES, name), 'utf8')
    const nothing = codec.parse(sourceFrom('', 'input.md')).value
    if (!WITH_CONTENT.includes(id)) expect(codec.parse(sourceFrom(text, 'input.md')).value).toEqual(nothing)
    expect(text).not.toMatch(/\r|\n{3}|[ \t]\n|^\n/)
    expect(text.endsWith('\n')).toBe(true)
  })

  it('reads binary files as empty, with an error', () => {
    const source = { ...sourceFrom('', 'input.md'), text: null }
    const { value, issues } = codec.parse(source)
    expect(value).toEqual(codec.parse(sourceFrom('', 'input.md')).value)
    expect(issues).toContainEqual(expect.objectContaining({ severity: 'error' }))
  })
})
