// A verifier whose verdict comes from calling the code.
import type { Step } from '../model/turn.js'
import type { Player } from '../player.js'
import type { Role } from './played.js'

interface Trial {
  readonly call: string
  readonly expected: unknown
}

/** What a plan promises about a module. */
export interface Promised {
  /** Numbers of the promises in the VERIFICATION. */
  readonly keys: string
  readonly module: string
  readonly tried: Trial
  readonly awkward: Trial
}

/** Calls an exported function; returns the result as JSON. */
export function* callFunction(player: Player, module: string, call: string): Step<string> {
  const program = `import("./${module}").then((it) => console.log(JSON.stringify(it.${call})))`
  return (yield* player.shell(`node -e '${program}'`)).trim()
}

function* proofLine(player: Player, { keys, module, ...ways }: Promised): Step<{ holds: boolean; line: string }> {
  const seen: string[] = []
  let holds = true
  for (const way of ['tried', 'awkward'] as const) {
    const { call, expected } = ways[way]
    const answer = yield* callFunction(player, module, call)
    if (answer !== JSON.stringify(expected)) holds = false
    seen.push(`  - ${way}: \`${call}\` of ${module} → ${answer}`)
  }
  const verdict = holds ? 'holds' : `fails: ${module} answers something else`
  const repair = holds ? [] : [`  - files: ${module}`, `  - missing: the answer that was promised, and its test`]
  return { holds, line: [`- ${keys}: ${verdict}`, ...seen, ...repair].join('\n') }
}

export const verifierOf = (promises: readonly Promised[]): Role =>
  function* (player, { unit, drafts }) {
    const lines: string[] = []
    let isReached = true
    for (const promised of promises) {
      const { holds, line } = yield* proofLine(player, promised)
      lines.push(line)
      isReached &&= holds
    }
    const goal = isReached ? 'yes. It answers what was promised' : 'no. Not every answer is the promised one'
    yield* player.write(
      `${drafts}/${unit}-VERIFICATION.md`,
      `**Goal:** ${goal}\n\n## Observable Truths\n\n${lines.join('\n')}\n`,
    )
  }

/** Makes a call that must be refused with the code `why`. */
export function* expectRefusal(player: Player, call: string, why: string): Step<void> {
  const answer = yield* player.shell(call)
  if (!answer.includes(why)) throw new Error(`${call} was not refused with "${why}": ${answer}`)
}
