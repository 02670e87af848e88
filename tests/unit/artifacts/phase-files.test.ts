import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Kind } from '../../../lib/artifacts/codec.js'
import { context } from '../../../lib/artifacts/context/context.js'
import { research } from '../../../lib/artifacts/context/research.js'
import { plan } from '../../../lib/artifacts/plan/plan.js'
import { summary } from '../../../lib/artifacts/summary/summary.js'
import { uat } from '../../../lib/artifacts/verification/uat.js'
import { verification } from '../../../lib/artifacts/verification/verification.js'
import { sourceFrom } from '../../support/sources.js'

const CORPUS = new URL('../../corpus/', import.meta.url)
const KINDS: readonly Kind[] = [plan, summary, verification, uat, context, research] as readonly Kind[]

const casesOf = (id: string): readonly (readonly [string, string])[] =>
  readdirSync(new URL(`${id}/`, CORPUS))
    .sort()
    .map((name) => [name, readFileSync(new URL(`${id}/${name}/input.md`, CORPUS), 'utf8')])

for (const codec of KINDS)
  describe(codec.id, () => {
    for (const [name, text] of casesOf(codec.id)) {
      const golden = new URL(`${codec.id}/${name}/value.json`, CORPUS)
      if (existsSync(golden))
        it(`reads ${name} as intended`, () => {
          expect(codec.parse(sourceFrom(text)).value).toEqual(JSON.parse(readFileSync(golden, 'utf8')))
        })
    }

    it('has a template that reads as empty and is refused as a draft', () => {
      const template = readFileSync(new URL(`../../../templates/${codec.id}.md`, import.meta.url), 'utf8')
      expect(codec.parse(sourceFrom(template)).value).toEqual(codec.parse(sourceFrom('')).value)
      expect(codec.parse(sourceFrom(template)).issues.filter(({ severity }) => severity === 'error')).toEqual([])
      expect(codec.checkDraft?.(sourceFrom(template)).some(({ code }) => code === 'PLACEHOLDER')).toBe(true)
    })

    it('accepts what we write as a draft', () => {
      const text = readFileSync(new URL(`${codec.id}/ours/input.md`, CORPUS), 'utf8')
      expect(codec.checkDraft?.(sourceFrom(text)).filter(({ severity }) => severity === 'error')).toEqual([])
    })
  })
