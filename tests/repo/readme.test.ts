// README and other pages are short, the figures in README have sources, and the one about an installation is measured.
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
  it('has at most 120 lines and 12 links', () => {
    const lines = README.split('\n')
    expect(lines.length).toBeLessThanOrEqual(121)
    expect([...README.matchAll(/\]\(/g)].length).toBeLessThanOrEqual(12)
  })

  it('comes with pages for contributors of at most 1800 words and 80 lines', () => {
    expect(read('ARCHITECTURE.md').split(/\s+/).length).toBeLessThanOrEqual(1801)
    const lines = read('AGENTS.md').split('\n')
    expect(lines.length).toBeLessThanOrEqual(81)
    expect(lines.filter((line) => line.length > 160)).toEqual([])
  })

  it('comes with pages for users of at most 900 words', () => {
    const long = pages
      .filter((path) => /^docs\/(tutorials|how-to|explanation)\//.test(path))
      .map((path) => [path, read(path).trim().split(/\s+/).length] as const)
      .filter(([, words]) => words > 900)
    expect(long).toEqual([])
  })

  it('has lines of at most 160 characters, like every page that is not generated', () => {
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
    const stated = cells
      .flatMap((cell) => cell.match(/\d[\d,]*(?:\.\d+)?(?<!,)/g) ?? [])
      .map((word) => Number(word.replaceAll(',', '')))
    expect(stated.length).toBeGreaterThan(20)
    expect(stated.filter((figure) => !known.has(figure))).toEqual([])
    for (const { date, source } of figures)
      expect([date, source]).toEqual([expect.stringMatching(/^2\d{3}-\d\d/), expect.stringMatching(/\w{4}/)])
  })

  it('has a data file with the measured tokens that an installation adds to requests', async () => {
    const home = temporaryHome()
    await askGsd(home, ['install', '--claude', '--global', '--yes'])
    const { out } = await askGsd(home, ['cost', '--global'])
    const tokens = figures.find(({ id }) => id === 'every-request')?.values['gsd-pack']
    expect(out).toContain(`about ${tokens} tokens in every request`)
  })
})
