// The schema of front matter that editors are given, judged by a validator of its own, against what the reader says of the same values.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { CORE_SCHEMA, load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { CODECS } from '../../../lib/artifacts/all.js'
import { frontValueAt, readFrontMatter } from '../../../lib/markdown/frontmatter.js'
import { sourceFrom } from '../../support/sources.js'

const CORPUS = join(import.meta.dirname, '../../corpus')
const ajv = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true })

const codecs = (await Promise.all(Object.values(CODECS).map((one) => one()))).flatMap((codec) =>
  codec.frontSchema === undefined ? [] : [{ codec, schema: codec.frontSchema() }],
)

const inputsOf = (id: string): readonly string[] =>
  existsSync(join(CORPUS, id))
    ? readdirSync(join(CORPUS, id))
        .map((name) => join(CORPUS, id, name, 'input.md'))
        .filter((path) => existsSync(path))
        .map((path) => readFileSync(path, 'utf8'))
    : []

/** Dotted names of the scalars of a schema that accepts not just anything. */
const judged = (schema: object, prefix = ''): readonly string[] =>
  Object.entries((schema as { properties?: Record<string, object> }).properties ?? {}).flatMap(([name, inner]) => [
    ...('anyOf' in inner || 'allOf' in inner ? [`${prefix}${name}`] : []),
    ...judged(inner, `${prefix}${name}.`),
  ])

const asYaml = (path: string, value: string): string =>
  path
    .split('.')
    .map((key, depth) => `${'  '.repeat(depth)}${key}:`)
    .join('\n')
    .concat(` ${value}\n`)

const VALUES = [
  '',
  'null',
  '~',
  'true',
  'No',
  'OFF',
  '7',
  '"12"',
  '1234567890',
  '-1',
  '2026-01-31',
  '2026-01-31T10:00:00Z',
]
const WORDS = ['yesterday', 'open', 'OPEN', 'done', 'unheard-of', 'TBD', '"[the day]"', '"{{day}}"', '"[x"', 'a b']

describe.each(codecs.map((one) => [one.codec.id, one] as const))('front matter of %s', (id, { codec, schema }) => {
  const accepts = ajv.compile(schema)
  const finds = (text: string) =>
    codec.parse(sourceFrom(text)).issues.filter(({ code }) => code === 'FIELD_VALUE').length > 0

  it('in the corpus is accepted where the reader has nothing to say against it', () => {
    const texts = inputsOf(id)
    for (const text of texts) {
      const source = sourceFrom(text)
      const { data, bodyStart } = readFrontMatter(source)
      if (bodyStart === 0) continue
      expect([text, accepts(data)]).toEqual([text, !finds(text)])
    }
  })

  it.each(judged(schema))('%s is judged as the reader does, by its text and as an editor reads it', (path) => {
    const words = [...JSON.stringify(codec.shape).matchAll(/"enum":\[([^\]]*)\]/g)].flatMap(([, list = '']) =>
      list.split(',').map((word) => word.slice(1, -1)),
    )
    for (const value of [...VALUES, ...WORDS, ...words]) {
      const yaml = asYaml(path, value)
      const text = `---\n${yaml}---\n\n# Title\n`
      const isFine = !finds(text)
      const { data } = readFrontMatter(sourceFrom(text))
      expect([value, frontValueAt(data, path) === undefined || accepts(data)]).toEqual([value, isFine])
      expect([value, accepts(load(yaml, { schema: CORE_SCHEMA }))]).toEqual([value, isFine])
    }
  })
})

it('most kinds have one, and every one of them is published', () => {
  const published = JSON.parse(readFileSync(join(CORPUS, '../../schemas/front-matter.schema.json'), 'utf8')).$defs
  expect(Object.keys(published)).toEqual(codecs.map(({ codec }) => codec.id))
  expect(codecs.length).toBeGreaterThan(30)
})
