// security scan: text for agents that tries to give them orders, by file, line and column.
import { suspicionsIn } from '../../core/judging/injection.js'
import { kindAt } from '../../core/project/project-files.js'
import type { View } from '../../core/view.js'
import { bool, int, listOf, oneOf, record, text, texts } from '../../std/shape.js'
import { fileMissing } from '../frontmatter/frontmatter.js'
import { query } from '../verb.js'

const LEVELS = ['none', 'low', 'high'] as const
/** From this many findings in one file on it is hardly chance. */
const HIGH = 3
const MAX_FILES = 5_000
const MAX_LENGTH = 2_000_000

export const securityScan = query({
  name: 'security.scan',
  about: 'Planning text that tries to give orders to agents',
  args: {
    paths: { type: 'list', of: 'path', positional: true, about: 'Files or folders; default: the planning tree' },
  },
  result: record({
    clean: bool(),
    level: oneOf(LEVELS, 'low: one or two in the worst file; high: three or more'),
    files: int('Files that were read'),
    findings: listOf(
      record({ code: text(), path: text(), line: int(), column: int(), found: text(), message: text(), fix: text() }),
    ),
    skipped: texts('Too large, not text, or beyond the limit of files'),
  }),
  reads: ['other'],
  run({ paths }, view) {
    const none = { clean: false, level: 'none' as const, files: 0, findings: [], skipped: [] }
    const roots = paths.length === 0 ? [view.base] : paths
    const lost = roots.find((path) => kindAt(view, path) === null)
    if (lost !== undefined) return { result: none, error: fileMissing(lost) }
    const all = [...new Set(roots.flatMap((path) => (kindAt(view, path) === 'directory' ? below(view, path) : [path])))]
    const chosen = all.slice(0, MAX_FILES)
    const skipped = all.slice(MAX_FILES)
    const findings = chosen.flatMap((path) => {
      const content = view.source(path)?.text ?? null
      if (content === null || content.length > MAX_LENGTH) {
        skipped.push(path)
        return []
      }
      return suspicionsIn(content).map((one) => ({
        path,
        ...one,
        fix: 'read the line; take it out, or quote it as data',
      }))
    })
    const worst = Math.max(0, ...chosen.map((path) => findings.filter((one) => one.path === path).length))
    const clean = findings.length === 0
    const level: (typeof LEVELS)[number] = clean ? 'none' : worst >= HIGH ? 'high' : 'low'
    return {
      result: {
        clean,
        level,
        files: chosen.length - skipped.filter((path) => chosen.includes(path)).length,
        findings,
        skipped,
      },
      exit: clean ? 0 : 1,
    }
  },
  pretty: ({ level, files, findings }) =>
    [
      `${files} files: ${findings.length === 0 ? 'nothing suspicious' : `${findings.length} findings (${level})`}`,
      ...findings.map(
        ({ path, line, column, code, found, message }) => `${path}:${line}:${column} ${code} ${message}: ${found}`,
      ),
    ].join('\n'),
})

/** Text that agents read; records of the CLI itself are left out. */
const OWN: ReadonlySet<string> = new Set(['.runtime', 'journal', 'node_modules', '.git'])
const TEXT = /\.(?:md|mdx|txt|json|ya?ml|toml)$/

function below(view: View, folder: string): readonly string[] {
  return view.list(folder).flatMap(({ name, kind }) => {
    const path = folder === '.' || folder === '' ? name : `${folder}/${name}`
    if (kind === 'directory') return OWN.has(name) ? [] : below(view, path)
    return kind === 'file' && TEXT.test(name) ? [path] : []
  })
}
