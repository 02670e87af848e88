// Ideas that wait for their moment: a file each, also as other tools write them.
import { readFrontMatter } from '../../markdown/frontmatter.js'
import { headingsOf } from '../../markdown/reader.js'
import type { View } from '../view.js'

const SEED = /^SEED-([^-]+)(?:-(.*))?$/i

function seedAt(view: View, path: string) {
  const source = view.source(path)
  if (source === null || source.text === null) return []
  const { data } = readFrontMatter(source)
  const said = (...keys: readonly string[]): string => {
    for (const key of keys) {
      const value = data[key]
      if (typeof value === 'string' && value !== '') return value
    }
    return ''
  }
  const stem = path.slice(path.lastIndexOf('/') + 1, -3)
  const parts = SEED.exec(stem)
  return [
    {
      seed_id: said('id') || (parts === null ? stem : `SEED-${parts[1]}`),
      slug: parts?.[2] ?? '',
      status: (said('status') || 'dormant').toLowerCase(),
      scope: said('scope') || 'unknown',
      trigger_when: said('trigger_when', 'trigger-when', 'trigger'),
      planted: said('planted'),
      title: said('title') || headingsOf(source)[0]?.text || stem,
      path,
    },
  ]
}

export function readSeeds(view: View) {
  const folder = '.planning/seeds'
  const paths = view
    .list(folder)
    .filter(({ kind, name }) => kind === 'file' && SEED.test(name))
    .map(({ name }) => `${folder}/${name}`)
    .filter((path) => path.endsWith('.md'))
  view.prefetch(paths)
  return paths.flatMap((path) => seedAt(view, path))
}
