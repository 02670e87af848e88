// npm, started where a person asked for something that it fetches. No setting of a project is obeyed, the person's own `~/.npmrc` says which registry,
// and no script of a package runs.
import { spawn } from 'node:child_process'
import { startOf } from '../../node/programs.js'
import type { World } from './world.js'

const QUIETLY = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier'] as const

/** What it printed, or what it complained of. */
export function ranNpm(
  [command = '', ...words]: readonly string[],
  folder: string,
  { env, platform }: World,
): Promise<{ readonly out: string } | { readonly problem: string }> {
  const start = startOf(['npm', command, ...QUIETLY, ...words], { platform, env, cwd: folder })
  if ('refused' in start) return Promise.resolve({ problem: start.refused })
  return new Promise((resolve) => {
    const child = spawn(start.file, start.args, {
      cwd: folder,
      env: withoutSettings(env),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsVerbatimArguments: start.verbatim,
      windowsHide: true,
    })
    let [out, said] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString('utf8')
    })
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-4_000)
    })
    child.on('error', ({ message }) => resolve({ problem: `npm does not start: ${message}` }))
    child.on('close', (code) => resolve(code === 0 ? { out } : { problem: complaintIn(said) }))
  })
}

/** Whoever started us through npm in a project handed its settings on. */
const withoutSettings = (env: World['env']): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_config_/i.test(name)))

const complaintIn = (said: string): string => {
  const lines = said.split('\n').flatMap((line) => /^npm (?:error|ERR!) (?!A complete log)(.+)/.exec(line)?.[1] ?? [])
  return lines.slice(0, 3).join('; ') || 'npm failed'
}
