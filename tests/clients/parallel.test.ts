// One command in yolo mode, in a real client: from a sentence to a verified phase with parallel plans.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callEntry, hasClient } from '../support/clients/run.js'
import { startModel } from '../support/model/server.js'
import type { Casting, Script, Step } from '../support/model/turn.js'
import { commandFor, Player, writeLines } from '../support/player.js'
import { repositoryFor } from '../support/sandbox.js'
import { errandsIn, returnBlock, takenUnit } from '../support/team.js'

const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'

const PARTS = ['one', 'two', 'three', 'four'] as const
const IDEA = 'Four small functions, one a file. Build all of it, ask nothing.'

const CHARTER = `# Parts

Four functions for programs that need a number.

Core value: each number is right

## Order

> ${IDEA}

Scope: all

## Requirements

### Numbers

${PARTS.map((name, index) => `- **NUM-0${index + 1}**: \`${name}()\` answers ${index + 1}`).join('\n')}

## Phases

### Phase 1: Numbers

Goal: Every function answers its number
Requirements: NUM-01, NUM-02, NUM-03, NUM-04
1. Each function called answers its number

## Checks

- \`node --test\`

## Settings

- mode: yolo
`

const planOf = (name: string, index: number) => `---
requirements: [NUM-0${index + 1}]
files_modified: [${name}.js, ${name}.test.js]
verify:
  - node --test ${name}.test.js
must_haves:
  truths: [${name}() answers ${index + 1}]
---

The function ${name}

1. Write the test and the function \`${name}\` in \`${name}.js\`
`

const PROOF = `**Goal:** yes, the user can call every function

## Observable Truths

${['1', '01.1', '02.1', '03.1', '04.1']
  .map(
    (key) =>
      `- **${key}:** holds\n  - tried: called the function → its number\n  - awkward: called it with an argument → its number`,
  )
  .join('\n')}

## Probes

- made one() answer 2 → one.test.js failed
`

/** Subagents that the client runs at the same time by default, if asked for four. */
const AT_ONCE = { claude: 4, codex: 3 } as const

/** Returns a command that waits until this many units have begun, for at most half a minute, and prints how many have. */
const meetingCommand = (unit: string, count: number): string =>
  `mkdir -p began && touch began/${unit}; for i in $(seq 300); do [ $(ls began | wc -l) -ge ${count} ] && break; sleep 0.1; done; ls began | wc -l`

function* main(player: Player, entry: string): Script {
  let text = yield* player.shell(commandFor(entry, 'begin'))
  const draftsIn = (brief: string) => /\.planning\/\.runtime\/drafts\/[\w.-]+/.exec(brief)?.[0]
  yield* player.shell(writeLines({ [`${draftsIn(text)}/CHARTER.md`]: CHARTER }))
  const [, cli, finish] = /`(node "[^"`]+") (unit finish --claim \w+) --begin`/.exec(text) ?? []
  const standard = [
    'workflow.depth standard',
    'workflow.skip_discuss true',
    'parallelization.max_concurrent_agents 4',
  ].map((words) => ` && ${cli} config set ${words}`)
  yield* player.shell(`${cli} ${finish}${standard.join('')}`)
  text = yield* player.shell(`${cli} begin`)
  const plans = PARTS.map((name, index) => [`${draftsIn(text)}/01-0${index + 1}-PLAN.md`, planOf(name, index)])
  yield* player.shell(writeLines(Object.fromEntries(plans)))
  text = yield* player.shell(takenUnit(text).finish)
  for (let rounds = 0; rounds < 8 && text.includes(' begin --after '); rounds++) {
    yield* player.spawn(errandsIn(text))
    text = yield* player.shell(commandFor(text, 'begin --after'))
  }
  if (!text.includes('The order is done')) throw new Error(`it stopped before its end:\n${text}`)
  return text
}

function* build(player: Player, unit: string, drafts: string, atOnce: number): Step<void> {
  const index = Number(unit.slice(-2)) - 1
  const name = PARTS[index] as string
  const met = Number((yield* player.shell(meetingCommand(unit, atOnce))).trim())
  if (!(met >= atOnce)) throw new Error(`${met} of ${atOnce} were at work at the same time`)
  const files = writeLines({
    [`${name}.js`]: `export const ${name} = () => ${index + 1}\n`,
    [`${name}.test.js`]: `import assert from 'node:assert'\nimport { test } from 'node:test'\nimport { ${name} } from './${name}.js'\ntest('${name}', () => assert.equal(${name}(), ${index + 1}))\n`,
    [`${drafts}/${unit}-SUMMARY.md`]: '**The function answers its number.**\n',
  })
  const both = `${name}.js ${name}.test.js`
  // The executors share one index, so a conflict is retried.
  yield* player.shell(
    `${files}\nfor i in $(seq 50); do git add ${both} && git commit -qm "feat(${unit}): ${name}" -- ${both} && break; sleep 0.2; done; git log -1 --format=%h -- ${name}.js`,
  )
}

function* subagent(player: Player, task: string, atOnce: number): Script {
  const { role, unit, drafts, finish } = takenUnit(yield* player.shell(commandFor(task, 'begin')))
  if (role === 'executor') yield* build(player, unit, drafts, atOnce)
  if (role === 'plan-checker') yield* player.write(`${drafts}/01-CHECK.json`, '{"verdict":"passed","issues":[]}\n')
  if (role === 'verifier') yield* player.write(`${drafts}/01-VERIFICATION.md`, PROOF)
  const done = yield* player.shell(finish)
  if (!done.includes('"accept"')) throw new Error(`unit finish refused: ${done}`)
  return returnBlock(role, unit)
}

describe.each(['claude', 'codex'] as const)('%s', (client) => {
  it.runIf(required || hasClient(client))(
    'goes from a sentence to a verified phase in one command, with as many parallel plans as the client supports',
    async () => {
      const sandbox = repositoryFor(client)
      mkdirSync(join(sandbox.project, '.git/info'), { recursive: true })
      writeFileSync(join(sandbox.project, '.git/info/exclude'), 'began/\n')
      writeFileSync(join(sandbox.project, 'package.json'), '{"type":"module"}\n')
      let conversations = 0
      const cast: Casting = (turn, index) => {
        conversations++
        const player = new Player(client)
        return index === 0 ? main(player, turn.task) : subagent(player, turn.task, AT_ONCE[client])
      }
      const model = await startModel(cast)
      const ran = await callEntry(client, sandbox, model.url, 'gsd-next', IDEA)
      await model.close()
      expect(model.scriptErrors).toEqual([])
      expect(ran.exitCode).toBe(0)
      // The session, a plan checker, four executors and a verifier.
      expect(conversations).toBe(1 + 1 + PARTS.length + 1)
      expect(readdirSync(join(sandbox.project, 'began')).sort()).toEqual(['01-01', '01-02', '01-03', '01-04'])
      const subjects = execFileSync('git', ['log', '--format=%s'], { cwd: sandbox.project, encoding: 'utf8' })
      expect(subjects).toContain('docs(01): record what was built')
      expect(subjects).toContain('docs(01): complete the phase')
    },
  )
})
