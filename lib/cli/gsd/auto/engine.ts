// What a run asks of the engine: the installed copy that the client's own texts call, in a process of its own.
import { execFile } from 'node:child_process'
import type { Offer } from '../../../core/auto/decide.js'
import { GsdError } from '../../../errors.js'
import { isJsonObject, parseJson } from '../../../std/json.js'

/** What is next, as the engine says it now. */
export async function nextOffer(tools: string, project: string, env: NodeJS.ProcessEnv): Promise<Offer> {
  const out = await new Promise<string>((done) => {
    execFile(
      process.execPath,
      [tools, 'next', '--json'],
      { cwd: project, env, maxBuffer: 64 * 1024 * 1024 },
      (_, stdout) => done(stdout),
    )
  })
  const said = answerIn(out)
  if (said === null || typeof said['revision'] !== 'string') throw unanswered(said)
  const text = (name: string) => (typeof said[name] === 'string' ? (said[name] as string) : '')
  const part = <T>(name: string) => (isJsonObject(said[name]) ? (said[name] as unknown as T) : null)
  return {
    revision: said['revision'],
    step: text('step'),
    mode: text('mode'),
    reason: text('reason'),
    unit: part('unit'),
    run: text('run') || null,
    command: text('command') || null,
    hold: part('hold'),
    order: part('order'),
  }
}

function answerIn(out: string) {
  try {
    const value = parseJson(out)
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

function unanswered(said: ReturnType<typeof answerIn>): GsdError {
  const error = said?.['error']
  const text = (name: string, otherwise: string) =>
    isJsonObject(error) && typeof error[name] === 'string' ? (error[name] as string) : otherwise
  return new GsdError({
    code: 'BAD_DATA',
    message: text('message', 'gsd-tools next gave no answer'),
    fix: text('fix', 'gsd doctor'),
  })
}
