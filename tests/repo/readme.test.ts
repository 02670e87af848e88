// README is short, its figures have sources, and figures about this pack are measured.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { askGsd } from '../support/gsd.js'
import { temporaryHome } from '../support/home.js'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const README = read('README.md')
const { figures } = JSON.parse(read('docs/data/costs.json')) as {
  figures: readonly { id: string; values: Readonly<Record<string, unknown>>; date: string; source: string }[]
}

const pages = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path.replaceAll('\\', '/')}`),
]

describe('README', () => {
  it('is read in three minutes', () => {
    const lines = README.split('\n')
    expect(lines.length).toBeLessThanOrEqual(121)
    expect([...README.matchAll(/\]\(/g)].length).toBeLessThanOrEqual(12)
  })

  it('has pages for contributors that take a quarter of an hour to read', () => {
    expect(read('ARCHITECTURE.md').split(/\s+/).length).toBeLessThanOrEqual(1801)
    const lines = read('AGENTS.md').split('\n')
    expect(lines.length).toBeLessThanOrEqual(81)
    expect(lines.filter((line) => line.length > 160)).toEqual([])
  })

  it('has pages for users that take five minutes each to read', () => {
    const long = pages
      .filter((path) => /^docs\/(tutorials|how-to|explanation)\//.test(path))
      .map((path) => [path, read(path).trim().split(/\s+/).length] as const)
      .filter(([, words]) => words > 900)
    expect(long).toEqual([])
  })

  it('has lines that fit a screen, like every page that is not generated', () => {
    const wide = pages
      .filter((path) => !path.startsWith('docs/reference'))
      .flatMap((path) =>
        read(path)
          .split('\n')
          .flatMap((line, at) => (line.length > 160 ? [`${path}:${at + 1}`] : [])),
      )
    expect(wide).toEqual([])
  })

  it('names the npx command only once in all pages, as not yet available', () => {
    const lines = pages.flatMap((path) => read(path).split('\n')).filter((line) => line.includes('npx gsd-pack'))
    expect(lines).toEqual([expect.stringContaining('Once the package is published')])
  })

  it('states costs only from the data file, with date and source', () => {
    const [, table = ''] = /## What it costs\n([\s\S]+?)\n## /.exec(README) ?? []
    const known = new Set(figures.flatMap(({ values }) => Object.values(values).flat().map(Number)))
    const cells = table
      .split('\n')
      .filter((line) => /^\| [a-z]/.test(line))
      .flatMap((line) => line.split('|').slice(2))
    const said = cells
      .flatMap((cell) => cell.match(/\d[\d,]*(?:\.\d+)?(?<!,)/g) ?? [])
      .map((word) => Number(word.replaceAll(',', '')))
    expect(said.length).toBeGreaterThan(20)
    expect(said.filter((figure) => !known.has(figure))).toEqual([])
    for (const { date, source } of figures)
      expect([date, source]).toEqual([expect.stringMatching(/^2\d{3}-\d\d/), expect.stringMatching(/\w{4}/)])
  })

  it('states the measured tokens that an installation adds to requests', async () => {
    const home = temporaryHome()
    await askGsd(home, ['install', '--claude', '--global', '--yes'])
    const { out } = await askGsd(home, ['cost', '--global'])
    const said = figures.find(({ id }) => id === 'every-request')?.values['gsd-pack']
    expect(out).toContain(`about ${said} tokens in every request`)
  })
})
