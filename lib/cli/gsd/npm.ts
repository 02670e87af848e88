// Runs npm for a fetch the user asked for. Ignores project settings, respects `~/.npmrc`, and runs no package script.
import { runProgram } from '../../node/run.js'
import type { World } from './world.js'

const QUIETLY = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier'] as const

/** Why npm failed; null on success. */
export async function npmProblem(
  [command = '', ...words]: readonly string[],
  folder: string,
  { env }: World,
): Promise<string | null> {
  const argv = ['npm', command, ...QUIETLY, ...words] as const
  const { exitCode, stderr, problem } = await runProgram(argv, { cwd: folder, env: withoutSettings(env) })
  if (problem === 'not-found') return `npm did not start: ${stderr}`
  return exitCode === 0 ? null : problem === 'timeout' ? 'npm timed out' : complaintIn(stderr)
}

/** If npm started us in a project, its settings are in the environment. */
const withoutSettings = (env: World['env']): World['env'] =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_config_/i.test(name)))

const complaintIn = (said: string): string => {
  const lines = said.split('\n').flatMap((line) => /^npm (?:error|ERR!) (?!A complete log)(.+)/.exec(line)?.[1] ?? [])
  return lines.slice(0, 3).join('; ') || 'npm failed'
}
