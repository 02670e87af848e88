// The build, a checkout and clients read the pack's sources the same way.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { FOLDERS, PROMPT_KINDS, parsePrompt } from '../../lib/assets/prompt.js'
import { sourcesIn } from '../../lib/node/pack.js'
// @ts-expect-error: scripts have no types
import { frontFindings, frontMatterOf } from '../../scripts/front-matter.mjs'

const ROOT = join(import.meta.dirname, '../..')

it('a checkout lists the same prompts as an installation, in the same order and with the same texts', () => {
  const texts = JSON.parse(
    brotliDecompressSync(readFileSync(join(ROOT, 'dist/sources.json.br'))).toString('utf8'),
  ) as Readonly<Record<string, string>>
  const checkout = sourcesIn(ROOT)
  const listed = PROMPT_KINDS.map((kind) => checkout.list(FOLDERS[kind]))
  const packed = PROMPT_KINDS.map((kind) => Object.keys(texts).filter((path) => path.startsWith(`${FOLDERS[kind]}/`)))
  expect(listed).toEqual(packed)
  expect(listed.flat().length).toBeGreaterThan(100)
  for (const [path, text] of Object.entries(texts)) expect([path, checkout.read(path)]).toEqual([path, text])
})

const found = (front: string): string[] => {
  const text = `---\n${front}\n---\nBody\n`
  return frontFindings(parsePrompt('agent', 'agents/x.md', text)) as string[]
}

it('front matter that clients and briefs read the same has no findings', () => {
  expect(found('name: x\ndescription: Plans a phase\ntools: [read, write]\nflags:\n  --auto: Go on')).toEqual([])
})

it.each([
  ['a second colon', 'description: Plan: one phase', 'cannot read'],
  ['a comment sign', 'description: Plan #1', '"Plan #1" to gsd-tools'],
  ['quotes', 'description: "Plan"', 'to a client'],
  ['an open list', 'tools: [read', 'cannot read'],
])('front matter with %s is reported', (_, front, said) => {
  expect(found(front).join()).toContain(said)
})

it.each(['javascript', 'json', 'coffee'])('front matter in %s is refused and never executed', (language) => {
  expect(() => frontMatterOf(`---${language}\n{ a: process.exit(3) }\n---\n`)).toThrow('refused')
})
