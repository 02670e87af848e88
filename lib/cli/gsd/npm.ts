// Starts npm for what a person asked to fetch. No setting of a project counts, their own `~/.npmrc` does, and no
// script of a package runs.
import { runProgram } from '../../node/run.js'
import type { World } from './world.js'

const QUIETLY = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier'] as const

/** Why npm did not do it; null: it did. */
export async function npmProblem(
  [command = '', ...words]: readonly string[],
  folder: string,
  { env }: World,
): Promise<string | null> {
  const argv = ['npm', command, ...QUIETLY, ...words] as const
  const { exitCode, stderr, problem } = await runProgram(argv, { cwd: folder, env: withoutSettings(env) })
  if (problem === 'not-found') return `npm does not start: ${stderr}`
  return exitCode === 0 ? null : problem === 'timeout' ? 'npm did not end in time' : complaintIn(stderr)
}

/** Whoever started us through npm in a project handed its settings on. */
const withoutSettings = (env: World['env']): World['env'] =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_config_/i.test(name)))

const complaintIn = (said: string): string => {
  const lines = said.split('\n').flatMap((line) => /^npm (?:error|ERR!) (?!A complete log)(.+)/.exec(line)?.[1] ?? [])
  return lines.slice(0, 3).join('; ') || 'npm failed'
}
