// Existing code in a real client: it is mapped, a project is set up, a first phase is built according to the maps and verified, and an old bug is found and
// fixed. The script writes maps from what it sees in the code, places its tests by the maps, and verifies by running the code.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  commitFiles,
  delegate,
  followWorkflow,
  type Given,
  installedTools,
  type Role,
  type Roles,
  session,
} from '../support/clients/played.js'
import { hasClient } from '../support/clients/run.js'
import { callFunction, expectRefusal, verifierOf } from '../support/clients/trying.js'
import type { Script, Step } from '../support/model/turn.js'
import { commandFor, type Player, writeLines } from '../support/player.js'
import { repositoryFor } from '../support/sandbox.js'
import { takenUnit } from '../support/team.js'
import * as wordcount from '../support/wordcount.js'

const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'
const [COUNT, REPORT] = wordcount.PARTS as readonly [wordcount.Part, wordcount.Part]

/** Existing code with its test next to it, and with a bug: the empty text has one word. */
const EXISTING = {
  'package.json': '{ "name": "wordcount", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/count.js': 'export const countWords = (text) => text.trim().split(/\\s+/).length\n',
  'src/count.test.js': `import assert from 'node:assert'
import { test } from 'node:test'
import { countWords } from './count.js'

test('white space separates words', () => assert.equal(countWords('a  b'), 2))
`,
}

const ORDER = 'Report the count of words as a line. Build it without asking me'

const CHARTER = `# Wordcount

A library that counts the words of a text, for scripts.

Core value: The count is right.

## Order

> ${ORDER}

Scope: phase 1

## Requirements

### Reporting

- **REP-01**: A count is reported as the line \`N words\`

## Phases

### Phase 1: Report

Goal: A script can print the count as a line
Requirements: REP-01
1. \`report(2)\` is \`2 words\`

## Checks

- \`node --test\`

## Settings

- mode: yolo
`

function* codebaseMapper(player: Player, { texts, drafts }: Given): Step<void> {
  const files = (yield* player.shell('git ls-files')).split('\n')
  const test = files.find((path) => path.endsWith('.test.js'))
  const [, names = ''] = /## Maps of this focus\n- (.+)/.exec(texts) ?? []
  const maps = names
    .split(', ')
    .map((name) => [`${drafts}/${name}`, `# ${name}\n\nA test lies beside its module: \`${test}\`.\n`])
  yield* player.shell(writeLines(Object.fromEntries(maps)))
}

/** Returns where a module's test belongs, by the map TESTING.md, which the text must name. */
function* testOf(player: Player, text: string, source: string): Step<string> {
  const [map] = /\.planning\/codebase\/TESTING\.md/.exec(text) ?? []
  if (map === undefined) throw new Error(`the text names no map:\n${text}`)
  const [, example] = /beside its module: `(.+)`/.exec(yield* player.shell(`cat ${map}`)) ?? []
  if (example === undefined) throw new Error(`${map} gives no example`)
  return join(dirname(example), source.replace(/^.*\//, '').replace('.js', '.test.js'))
}

function* mapCodebase(player: Player, entry: string, words: string): Script {
  const text = (yield* followWorkflow(player, entry, words)).join('\n')
  const given = yield* delegate(player, commandFor(text, 'unit delegate', { foci: 'tech arch quality concerns' }))
  return yield* player.shell(commandFor(given, 'begin --after'))
}

const PROMISES = [
  {
    keys: '1, 01.1',
    module: REPORT.source,
    tried: { call: 'report(2)', expected: '2 words' },
    awkward: { call: 'report(0)', expected: '0 words' },
  },
]

/** The scripts of the units that the session does itself. */
const UNITS: Roles = {
  *'execute-plan'(player, { texts, unit, drafts }) {
    const test = yield* testOf(player, texts, REPORT.source)
    const files = writeLines({
      [REPORT.source]: REPORT.code,
      [test]: REPORT.testCode.replace('../src/', './'),
      [`${drafts}/${unit}-SUMMARY.md`]: '**A count is reported as a line.**\n',
    })
    yield* player.shell(`${files}\ngit add ${REPORT.source} ${test} && git commit -qm "feat(01): report the count"`)
  },
  'verify-phase': verifierOf(PROMISES),
}

function* newProject(player: Player, entry: string, words: string): Script {
  const text = (yield* followWorkflow(player, entry, words)).join('\n')
  let begun = yield* player.shell(commandFor(text, 'begin new-project'))
  const { drafts, finish } = takenUnit(begun)
  yield* player.shell(writeLines({ [`${drafts}/CHARTER.md`]: CHARTER }))
  begun = yield* player.shell(finish)
  for (const type of ['execute-plan', 'verify-phase']) {
    const given = { ...takenUnit(begun), texts: begun }
    if (given.role !== type) throw new Error(`${type} was expected:\n${begun}`)
    yield* (UNITS[type] as Role)(player, given)
    begun = yield* player.shell(given.finish)
  }
  return begun
}

const SESSION = '.planning/debug/empty-text.md'
const FAULT = 'The empty text has one word'

const debugNotes = (status: string, evidence = '', resolution = ''): string => `---
status: ${status}
trigger: "${FAULT}"
created: "2026-01-05"
updated: "2026-01-05"
---

# The empty text

## Current Focus

goal: find and fix
hypothesis: splitting the empty text gives one empty word
next_action: count the empty text

## Symptoms

expected: 0
actual: 1

## Eliminated

## Evidence

${evidence}

## Resolution

${resolution}
`

function* debug(player: Player, entry: string, words: string): Script {
  const text = (yield* followWorkflow(player, entry, words)).join('\n')
  yield* player.shell(`mkdir -p ${dirname(SESSION)}\n${writeLines({ [SESSION]: debugNotes('gathering') })}`)
  const given = yield* delegate(player, commandFor(text, 'unit delegate debug', { session: 'empty-text' }))
  return yield* player.shell(commandFor(given, 'begin --after'))
}

/** First writes a test that fails because of the bug; its output is the evidence. */
function* debugger_(player: Player, { finish }: Given): Step<void> {
  const resolution = 'root_cause: src/count.js:1 splits the empty text\nfix: it is asked for first\nverification: '
  yield* player.write(SESSION, debugNotes('resolved', '', `${resolution}it should be gone`))
  yield* expectRefusal(player, finish, 'no evidence')
  const seen = yield* callFunction(player, COUNT.source, 'countWords("")')
  const test = 'src/count.test.js'
  const check = `node --test ${test} > /dev/null 2>&1; echo "exit $?"`
  yield* player.shell(`echo "test('the empty text has no words', () => assert.equal(countWords(''), 0))" >> ${test}`)
  const before = (yield* player.shell(check)).trim()
  yield* player.write(COUNT.source, COUNT.code)
  const after = (yield* player.shell(check)).trim()
  yield* commitFiles(player, 'fix: the empty text has no words', COUNT.source, test)
  const evidence = `- countWords("") printed ${seen}; its test: ${before}`
  yield* player.write(SESSION, debugNotes('resolved', evidence, `${resolution}node --test ${test} → ${after}`))
}

const ROLES: Roles = { 'codebase-mapper': codebaseMapper, debugger: debugger_ }

describe.each(['codex'] as const)('%s', (client) => {
  it.runIf(required || hasClient(client))(
    'goes from existing code to a verified phase that follows its conventions, and fixes an old bug',
    async () => {
      const sandbox = repositoryFor(client)
      const at = (path: string) => join(sandbox.project, path)
      const git = (...words: string[]) => execFileSync('git', words, { cwd: sandbox.project, encoding: 'utf8' })
      mkdirSync(at('src'))
      for (const [path, text] of Object.entries(EXISTING)) writeFileSync(at(path), text)
      git('add', '.')
      git('commit', '-qm', 'Count words')
      const play = (command: string, words: string, script: Parameters<typeof session>[4]) =>
        session(client, sandbox, command, words, script, ROLES)
      const ask = installedTools(sandbox)
      const read = (path: string) => readFileSync(at(path), 'utf8')

      const { conversations } = await play('gsd-map-codebase', '', mapCodebase)
      expect(conversations).toBe(5)
      const mapped = git('rev-parse', 'HEAD~1').trim()
      for (const name of ['ARCHITECTURE', 'CONCERNS', 'CONVENTIONS', 'INTEGRATIONS', 'STACK', 'STRUCTURE', 'TESTING'])
        expect(read(`.planning/codebase/${name}.md`)).toContain(`last_mapped_commit: ${mapped}`)

      await play('gsd-new-project', `--auto ${ORDER}`, newProject)
      expect(ask('verification', 'status', '1').verdict).toBe('passed')
      const closed = ask('state', 'derive')
      expect(closed.progress.phases).toEqual({ done: 1, total: 1 })
      expect(read('.planning/ROADMAP.md')).toMatch(/\*\*Plans\*\*: (\d+)\/\1 plans complete/)
      expect(git('ls-files', 'src', 'test').trim().split('\n')).toEqual([
        ...Object.keys(EXISTING).slice(1),
        REPORT.source,
        'src/report.test.js',
      ])
      for (const [path, text] of Object.entries(EXISTING)) expect(read(path)).toBe(text)

      await play('gsd-debug', FAULT, debug)
      const solved = read(SESSION.replace('debug/', 'debug/resolved/'))
      expect(solved).toContain('countWords("") printed 1; its test: exit 1')
      expect(solved).toContain('node --test src/count.test.js → exit 0')
      expect(git('log', '--format=%s', '--', COUNT.source).trim().split('\n')).toEqual([
        'fix: the empty text has no words',
        'Count words',
      ])
      expect(ask('state', 'derive')).toMatchObject({ step: closed.step, progress: closed.progress })
      expect(ask('health').errors).toEqual([])
      expect(git('status', '--porcelain')).toBe('')
    },
  )
})
