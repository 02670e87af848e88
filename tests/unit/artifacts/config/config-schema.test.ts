// The schema for editors, evaluated by an independent validator, agrees with the reader of settings.
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { config } from '../../../../lib/artifacts/config/config-check.js'
import { CONFIG_KEYS, defaultSettings } from '../../../../lib/artifacts/config/config-keys.js'
import { configSchema } from '../../../../scripts/generated/config-schema.js'
import { sourceFrom } from '../../../support/sources.js'

const accepts = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(configSchema())

const readerAccepts = (settings: object): boolean =>
  !config.parse(sourceFrom(JSON.stringify(settings), 'config.json')).issues.some(({ severity }) => severity === 'error')

const nested = (key: string, value: unknown): object =>
  key
    .split('.')
    .reduceRight<unknown>((inner, part) => ({ [part.startsWith('<') ? 'some-name' : part]: inner }), value) as object

const VALUES = [null, true, false, 0, -1, 1.5, 5, '', 'word', '2', [], ['a'], [1], [['npm', 'test']], {}, { a: 'b' }]
const NAMES = CONFIG_KEYS.flatMap(({ key, spellings }) => [key, ...spellings.map((spelling) => spelling.key)])

describe('the schema of the settings', () => {
  it('accepts all defaults, no settings, and settings of other tools', () => {
    for (const settings of [
      defaultSettings(),
      {},
      { $schema: 'x', other_tool: { any: [1] } },
      { model_profile_overrides: { 'a b': '' } },
    ])
      expect([accepts(settings), readerAccepts(settings)]).toEqual([true, true])
  })

  it('may be named in a file as $schema', () => {
    expect(config.parse(sourceFrom('{ "$schema": "x" }', 'config.json')).issues).toEqual([])
  })

  it.each(CONFIG_KEYS.map((row) => [row.key, row] as const))(
    'accepts the same values of %s as the reader',
    (_, row) => {
      const words = row.spellings.flatMap((spelling) => Object.keys(spelling.words ?? {}))
      const values = [...VALUES, ...(row.shape.enum ?? []), ...words, row.fallback]
      for (const key of [row.key, ...row.spellings.map((spelling) => spelling.key)])
        for (const value of values) {
          const settings = nested(key, value)
          expect([settings, accepts(settings)]).toEqual([settings, readerAccepts(settings)])
        }
    },
  )

  it('accepts the same generated settings as the reader', () => {
    const parts = [...new Set(NAMES.flatMap((name) => name.split('.')))].filter((part) => !part.startsWith('<'))
    const { object } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, fc.constantFrom(...VALUES), tie('object')),
      object: fc.dictionary(fc.oneof(fc.constantFrom(...parts), fc.constantFrom('a b', 'x')), tie('value'), {
        maxKeys: 6,
      }),
    }))
    fc.assert(
      fc.property(object, (settings) => {
        expect(accepts(settings)).toBe(readerAccepts(settings as object))
      }),
      { numRuns: 400 },
    )
  })

  it('describes a setting with its default, and marks an older spelling as deprecated', () => {
    const { properties } = configSchema() as { properties: Record<string, Record<string, unknown>> }
    expect(properties['mode']).toEqual({
      description: 'Ask before each step, or continue without asking',
      type: ['string', 'null'],
      enum: ['interactive', 'yolo', null],
      default: 'interactive',
    })
    expect(properties['depth']).toMatchObject({ deprecated: true, description: 'Older spelling of granularity' })
  })
})
