// What is known of a check beside its run: what it comes down to, whether it judges this project at all, and what it did before.
import { type ScriptsIn, unwrap, vacuousReason } from '../../artifacts/plan/vacuous-checks.js'
import { programName, slashed } from '../../std/paths.js'
import type { View } from '../view.js'
import type { Check } from './check.js'
import { alwaysTells, isRunner, scriptsOf } from './runners.js'
import type { Knowledge } from './seen.js'
import { hasCounts, parseTestCounts } from './test-counts.js'

/** The scripts of package.json, as they are now. */
export const scriptsIn = (view: View): ScriptsIn =>
  Object.assign(
    (folder: string) => {
      const found = packageIn(view, folder)
      return found === null ? null : (objectOf(found['scripts']) as Record<string, string>)
    },
    { part: (folder: string, name: string) => partOf(view, folder, name) },
  )

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

function packageIn(view: View, folder: string): Readonly<Record<string, unknown>> | null {
  const text = view.source(folder === '.' ? 'package.json' : `${folder}/package.json`)?.text
  if (text == null) return null
  try {
    return objectOf(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch {
    return null
  }
}

/** The folder of a package within a repository of many, by its name or its place. */
function partOf(view: View, folder: string, name: string): string | null {
  const named = joined(folder, name)
  if (named !== null && packageIn(view, named) !== null) return named
  const listed = objectOf(packageIn(view, folder))['workspaces']
  const own = view.source(joined(folder, 'pnpm-workspace.yaml') ?? '.')?.text ?? ''
  const patterns = [
    ...(Array.isArray(listed) ? listed : [objectOf(listed)['packages']].flat()),
    ...[...own.matchAll(/^\s*-\s*["']?([^"'#\s]+)/gm)].map(([, pattern]) => pattern),
  ].filter((pattern): pattern is string => typeof pattern === 'string')
  const folders = patterns.flatMap((pattern) => {
    const place = joined(folder, pattern.replace(/\/\*{1,2}$/, ''))
    if (place === null || place.includes('*')) return []
    return place === joined(folder, pattern)
      ? [place]
      : view.list(place).flatMap((entry) => (entry.kind === 'directory' ? [joined(place, entry.name) ?? place] : []))
  })
  return folders.find((one) => isCalled(packageIn(view, one)?.['name'], name)) ?? null
}

/** A name may be given without its scope. */
const isCalled = (found: unknown, name: string): boolean =>
  typeof found === 'string' && (found === name || (!name.includes('/') && found.endsWith(`/${name}`)))

export type Nature = Pick<Knowledge, 'empty' | 'runner' | 'tells' | 'files'>

export function natureOf(view: View, { argv, cwd, expect }: Check): Nature {
  const scripts = scriptsIn(view)
  const { programs } = unwrap(argv, scripts, cwd)
  return {
    empty:
      vacuousReason(argv, { scripts, folder: cwd, expect }) ??
      shellOf(view, argv, cwd) ??
      forged(view, cwd, programs) ??
      elsewhere(view, cwd, programs),
    runner: programs.some(isRunner),
    tells: programs.some(alwaysTells),
    files: programs.flatMap(scriptsOf),
  }
}

/** Shells that are known to run what they are given. */
const SHELL = /^(?:ba|z|da|k|a|fi)?sh$|^(?:cmd|pwsh|powershell|busybox)$/

/** A setting of the project has another program run the scripts of its packages. */
function shellOf(view: View, argv: readonly string[], cwd: string): string | null {
  if (!argv.some((word) => /^(?:p?npm|yarn)$/.test(programName(word)))) return null
  for (const path of new Set([joined(cwd, '.npmrc') ?? '.npmrc', '.npmrc'])) {
    const value = /^[ \t]*script-shell[ \t]*=[ \t]*["']?([^"'\r\n]+)/m.exec(view.source(path)?.text ?? '')?.[1]?.trim()
    const isShell =
      value === undefined || (SHELL.test(programName(slashed(value))) && !/^(?!\/|[A-Za-z]:).*\//.test(slashed(value)))
    if (!isShell) return `${path} has ${value} run its scripts`
  }
  return null
}

/** Why the counts in its output are nobody's: beside the tests it prints a summary that was written down. */
function forged(view: View, cwd: string, programs: readonly (readonly string[])[]): string | null {
  const fileText = (file: string) => view.source(joined(cwd, file) ?? '.')?.text ?? ''
  const said = (name: string, words: readonly string[]): string =>
    name === 'cat'
      ? words.map(fileText).join('\n')
      : ['echo', 'printf'].includes(name)
        ? words.join(' ').replaceAll('\\n', '\n')
        : ''
  const found = programs.find(([name = '', ...words]) => {
    const text = said(programName(name), words)
    return text !== '' && hasCounts(parseTestCounts(text))
  })
  return found === undefined ? null : `${found[0]} prints a summary that no test made`
}

/** Why it does not judge this project: the folder, or the file it runs, is no part of the tree. */
function elsewhere(view: View, cwd: string, programs: readonly (readonly string[])[]): string | null {
  if (leadsOut(view, cwd)) return `its folder ${cwd} leads out of the project`
  for (const program of programs) {
    const own = (program[0] ?? '').includes('/') && !(program[0] ?? '').startsWith('/') ? [program[0] as string] : []
    for (const file of [...own, ...scriptsOf(program)]) {
      const path = file.startsWith('/') ? insideRoot(view, file) : joined(cwd, file)
      if (path === null || leadsOut(view, path)) return `${file} lies outside the project`
    }
  }
  return null
}

const insideRoot = ({ projectRoot }: View, path: string): string | null =>
  path.startsWith(`${projectRoot}/`) ? joined('.', path.slice(projectRoot.length + 1)) : null

/** Relative to the root; null where it leaves it. */
function joined(folder: string, path: string): string | null {
  const parts: string[] = []
  for (const part of [...folder.split('/'), ...path.split('/')])
    if (part === '..') {
      if (parts.pop() === undefined) return null
    } else if (part !== '' && part !== '.') parts.push(part)
  return parts.length === 0 ? '.' : parts.join('/')
}

/** Parts of a project's folder that are not what is judged. */
const NOT_JUDGED = new Set(['.planning', '.git'])

/** A link on the way leads out, or the way leads to what is not judged. What is not there leads nowhere. */
function leadsOut(view: View, path: string): boolean {
  if (path === '.') return false
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (NOT_JUDGED.has(parts[0] ?? '')) return true
  return parts.some((name, index) => {
    const parent = parts.slice(0, index).join('/')
    return view.list(parent === '' ? '.' : parent).find((entry) => entry.name === name)?.kind === 'other'
  })
}
