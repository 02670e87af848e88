// A person's word in real clients: what they type counts, and what the model says, runs or prints does not.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CLIENTS, type ClientId } from '../support/clients/all.js'
import type { Sandbox } from '../support/clients/client.js'
import { recordFact } from '../support/clients/facts.js'
import { hasClient, prompt } from '../support/clients/run.js'
import { startModel } from '../support/model/server.js'
import { type Script, silent } from '../support/model/turn.js'
import { OLDER } from '../support/project.js'
import { gitInit, install, newSandbox } from '../support/sandbox.js'
import { typeAt } from '../support/terminal.js'

/** Where a client asks a person before hooks run: the arguments of a run without that question, and what it trusts. */
const WAYS: Readonly<Partial<Record<ClientId, { trusting: (argv: readonly string[]) => readonly string[] }>>> = {
  claude: { trusting: (argv) => argv },
  codex: { trusting: ([first = '', ...rest]) => [first, '--dangerously-bypass-hook-trust', ...rest] },
  gemini: { trusting: (argv) => argv },
}

function readyFor(id: ClientId): { readonly sandbox: Sandbox; readonly tools: string } {
  const sandbox = newSandbox()
  gitInit(sandbox.project)
  for (const [path, text] of Object.entries(OLDER)) {
    mkdirSync(dirname(join(sandbox.project, path)), { recursive: true })
    writeFileSync(join(sandbox.project, path), text)
  }
  install(sandbox, [`--${id}`, '--global'])
  return { sandbox, tools: `node "${join(sandbox.home, toolsIn(sandbox))}"` }
}

function toolsIn({ home }: Sandbox): string {
  const tools = readdirSync(home, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('/bin/gsd-tools.cjs'),
  )
  if (tools === undefined) throw new Error('no gsd-tools is installed')
  return tools
}

/** Whose word each agreement rests on, as the ledger has it. */
const words = ({ project }: Sandbox): readonly string[] =>
  readFileSync(join(project, '.planning/ledger.jsonl'), 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : (JSON.parse(line.slice(line.indexOf('\t') + 1)).word ?? [])))

/** One session in which a person types `typed` and the model runs the commands; what each of them printed. */
async function session(id: ClientId, sandbox: Sandbox, typed: string, commands: readonly string[], last: string) {
  const printed: string[] = []
  function* main(): Script {
    for (const command of commands) {
      const { results } = yield { text: last, calls: [CLIENTS[id].shell(command)] }
      printed.push(results.join('\n'))
    }
    return last
  }
  const model = await startModel((_turn, index) => (index === 0 ? main() : silent()))
  const ran = await prompt(id, sandbox, model.url, typed, WAYS[id]?.trusting).finally(() => model.close())
  expect([model.faults, ran.exitCode], ran.stderr.slice(-2000)).toEqual([[], 0])
  return printed
}

const WORD = /gsd-[0-9a-f]{8}/

describe.each(Object.keys(WAYS) as ClientId[])('%s', (id) => {
  it.runIf(hasClient(id) || process.env['GSD_REQUIRE_CLIENTS'] === '1')(
    'counts the word that a person types, there or in a terminal, and no word of the model',
    async () => {
      const { sandbox, tools } = readyFor(id)
      const [asked] = await session(id, sandbox, 'do the work', [`${tools} adopt`], 'I ask.')
      expect(asked).toContain('CONSENT_REQUIRED')
      expect(asked).toContain('next message')
      const word = WORD.exec(asked ?? '')?.[0] ?? ''
      // A person who pastes it into a question agrees to nothing; nor does the model, which prints it, runs it and says it.
      const own = await session(
        id,
        sandbox,
        `what is ${word}?`,
        [`echo ${word}`, `${tools} adopt --agree ${word}`],
        word,
      )
      expect(own[0]).toContain(word)
      expect(own[1]).toContain('CONSENT_REQUIRED')
      const [done] = await session(id, sandbox, word, [`${tools} adopt --agree ${word}`], 'Done.')
      expect(done).toContain('"word":"prompt"')
      // What the person's own file allows, and nothing else does: the model says that a person said so, and the record says who did.
      const drop = `${tools} adopt --drop`
      const [again] = await session(id, sandbox, 'take it back', [drop], 'I ask.')
      expect(again).toContain('CONSENT_REQUIRED')
      writeFileSync(join(sandbox.home, '.gsd/config.json'), '{"consent":{"agent_word":true}}')
      const other = WORD.exec(again ?? '')?.[0] ?? ''
      const [dropped] = await session(id, sandbox, 'go on', [`${drop} --agree ${other}`], 'Done.')
      expect(dropped).toContain('"word":"agent"')
      recordFact(id, "a person's word", 'prompt')
      // Beside the client a terminal asks the person itself; one that the model opens, from within, is none.
      const opened = `script --quiet --return --command '${tools} adopt' /dev/null <<< y`
      const [within] = await session(id, sandbox, 'agree for me', [opened], 'I tried.')
      expect(within).not.toContain('"word":"terminal"')
      expect(words(sandbox)).toEqual(['prompt', 'agent'])
      const { shown, exit } = await typeAt({
        cwd: sandbox.project,
        env: { HOME: sandbox.home, PATH: process.env['PATH'] ?? '' },
        argv: ['node', join(sandbox.home, toolsIn(sandbox)), 'adopt'],
        text: 'y\n',
        until: 'Agree?',
      })
      expect([exit, words(sandbox)], shown).toEqual([0, ['prompt', 'agent', 'terminal']])
    },
  )
})
