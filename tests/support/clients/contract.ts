// Tests that every client must pass after an installation into its home or a project. A client's test file only states the differences.
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadAssets } from '../../../lib/assets/pack.js'
import { layoutOf } from '../../../lib/install/layout.js'
import { sourcesIn } from '../../../lib/node/pack.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf, SHARED } from '../../../lib/runtimes/all.js'
import { type ListedKind, type ListingCommand, type ListingResult, SCOPES } from '../../../lib/runtimes/runtime.js'
import type { Scope } from '../../../lib/runtimes/terms.js'
import { type ModelServer, type Recorded, startModel } from '../model/server.js'
import type { Call, Script, Step, Turn } from '../model/turn.js'
import { commandFor, Player } from '../player.js'
import { gitInit, install, newSandbox, uninstall } from '../sandbox.js'
import { itWhere } from '../where.js'
import { CLIENTS, type ClientId } from './all.js'
import type { Sandbox } from './client.js'
import { recordFact } from './facts.js'
import { ask, callEntry, hasClient, prompt, type Ran } from './run.js'

/** The differences of a client. */
export interface Contract {
  /** Id of the client's row, if it differs from the client's id. */
  readonly runtime: RuntimeId
  readonly scopes: readonly Scope[]
  /** Listing commands in addition to those of the row, such as those that need an account. */
  readonly asks: (sandbox: Sandbox) => readonly ListingCommand[]
  /** Reads the listing from the output of a session, if the client prints it there. */
  readonly reads: ((ran: Ran, sandbox: Sandbox) => ListingResult) | null
  /** Reads our names from the first request of a session, for a kind that no listing command shows. */
  readonly shown: Readonly<Record<ListedKind, ((first: Recorded) => readonly string[]) | null>>
  /** The tool call that opens an entry, if the client passes typed text to the model unchanged. */
  readonly opens: ((name: string) => Call) | null
  /** Does what the user must do before the client uses an installation, such as trusting the project. */
  readonly prepare: (sandbox: Sandbox, scope: Scope) => void
  /** Finds lines of output that complain about our files. */
  readonly complaints: (ran: Ran, sandbox: Sandbox) => readonly string[]
  /** Tokens (bytes / 4) that the pack may add to the first request. */
  readonly maxTokens: number
}

const ASSETS = loadAssets(sourcesIn(fileURLToPath(new URL('../../..', import.meta.url))))
/** The commands and agents that a default installation lists. */
const STANDARD = ASSETS.profile(['standard'])
const namesOf = (prompts: readonly { readonly name: string }[]) => prompts.map(({ name }) => `gsd-${name}`).sort()
const INSTALLED: Readonly<Record<ListedKind, readonly string[]>> = {
  command: namesOf(STANDARD.commands),
  agent: namesOf(STANDARD.agents),
}

const ROLE = 'verifier'
/** Beginning of the role's text, found nowhere else. */
const ROLE_TEXT = ASSETS.agents.get(ROLE)?.body.trimStart().split('. ')[0] ?? ''
const ERRAND = 'Look at the amber lighthouse.'
const ENTRY = 'gsd-next'
const WORDS = 'alpha beta'
const GREETING = 'say hello'
/** Limit for the bytes of a message with these words and the client's additions to it. */
const MAX_TYPED = 2000
/** Placeholders that the model fills in when it makes the entry's call. */
const TITLE = 'their gist in two to six words'
const CRITERIA = { 'what the user can check': 'it runs', another: 'twice' }

const isRequired = process.env['GSD_REQUIRE_CLIENTS'] === '1'

/** Finds lines with both one of our names and a word such as "warning". */
const complaintsOf = ({ stdout, stderr }: Ran): readonly string[] => complaintsIn(`${stdout}\n${stderr}`)
export const complaintsIn = (text: string): readonly string[] => text.split('\n').filter(isComplaint)
/** Ignores the sandbox folder (`gsd-client-…`), which clients name in messages about failed downloads. */
const isComplaint = (line: string): boolean =>
  /gsd-(?!client-)|get-shit-done/.test(line) &&
  /\b(warn(ing)?|error|invalid|fail(ed|ure)?|ignor(ed|ing)|skipp(ed|ing)|reject(ed)?)\b/i.test(line)

const ORDINARY: Omit<Contract, 'runtime'> = {
  scopes: SCOPES,
  asks: () => [],
  reads: null,
  shown: { command: null, agent: null },
  opens: null,
  prepare: () => {},
  complaints: complaintsOf,
  maxTokens: 1000,
}

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
const firstWith = (texts: readonly string[], part: string): string => texts.find((text) => text.includes(part)) ?? ''
const containsText = ({ body }: Recorded, part: string): boolean => firstWith(textsIn(body), part) !== ''

/** A part of a request without what was typed and without the called entry; null if nothing is left. */
function partWithoutTyped(part: unknown): unknown {
  if (typeof part === 'string')
    return [GREETING, WORDS, ' begin next'].some((typed) => part.includes(typed)) ? null : part
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) {
    const left = part.map(partWithoutTyped).filter((one) => one !== null)
    return left.length === 0 && part.length > 0 ? null : left
  }
  const left = Object.entries(part).map(([key, value]) => [key, partWithoutTyped(value)] as const)
  return left.some(([key, value]) => value === null && part[key as keyof typeof part] !== null)
    ? null
    : Object.fromEntries(left)
}
/** A request without what was typed, and without metadata, which varies between runs and which the model does not read. */
const withoutTyped = ({ body }: Recorded): object =>
  Object.fromEntries(
    Object.entries(body).flatMap(([key, part]) => (key.includes('metadata') ? [] : [[key, partWithoutTyped(part)]])),
  )
const bytesWithoutTyped = (request: Recorded): number => Buffer.byteLength(JSON.stringify(withoutTyped(request)))

/** The names that a request contains as whole words, apart from what was typed. */
const namedIn = (request: Recorded, names: readonly string[]): readonly string[] => {
  const words = new Set(textsIn(withoutTyped(request)).flatMap((text) => text.split(/[^\w-]+/)))
  return names.filter((name) => words.has(name))
}

function* silent(turn: Turn): Script {
  yield* []
  return `seen ${turn.tools.length} tools`
}

interface Session {
  readonly ran: Ran
  readonly requests: readonly Recorded[]
  readonly first: Recorded
}

/** Runs a client with the script `main` for the session and silent scripts for all other conversations. */
async function session(run: (model: ModelServer) => Promise<Ran>, main: (turn: Turn) => Script = silent) {
  const model = await startModel((turn, index) => (index === 0 ? main(turn) : silent(turn)))
  const ran = await run(model).finally(() => model.close())
  const first = model.requests.find(({ turn }) => (turn?.tools.length ?? 0) > 0)
  expect([model.scriptErrors, first === undefined ? ran : null]).toEqual([[], null])
  return { ran, requests: model.requests, first } as Session
}

const hello = (client: ClientId, sandbox: Sandbox, main?: (turn: Turn) => Script) =>
  session(({ url }) => prompt(client, sandbox, url, GREETING), main)

/** The first request in a home without the pack. */
async function firstOfBare(client: ClientId): Promise<Recorded> {
  const bare = newSandbox()
  gitInit(bare.project)
  return (await hello(client, bare)).first
}

const ourNames = (names: readonly string[]): readonly string[] => names.filter((name) => name.startsWith('gsd')).sort()

interface Listing {
  /** Null if the client does not show this kind. */
  readonly command: readonly string[] | null
  readonly agent: readonly string[] | null
  readonly complaints: readonly string[]
}

interface Sessions {
  /** Null if no session was run, because listing commands show everything. */
  readonly session: Session | null
  /** A session in which an entry was called, for contracts with `reads`. */
  readonly calling: Session | null
}

/** Collects what the client shows of ours, by listing commands and in sessions. */
async function listingOf(client: ClientId, contract: Contract, sandbox: Sandbox, held: Sessions): Promise<Listing> {
  const model = await startModel(silent)
  const read = held.calling === null ? null : (contract.reads?.(held.calling.ran, sandbox) ?? null)
  const sightings: ListingResult[] = read === null ? [] : [read]
  for (const question of [
    ...runtimeOf(contract.runtime).listingCommands,
    ...(read === null ? contract.asks(sandbox) : []),
  ])
    sightings.push(await ask(client, sandbox, model.url, question))
  await model.close()
  const kind = (key: 'commands' | 'agents', shown: Contract['shown'][ListedKind]) => {
    const lists = sightings.map((sighting) => sighting[key]).filter((names) => names !== null)
    if (lists.length > 0) return ourNames(lists.flat())
    return shown === null || held.session === null ? null : ourNames(shown(held.session.first))
  }
  return {
    command: kind('commands', contract.shown.command),
    agent: kind('agents', contract.shown.agent),
    complaints: [
      ...sightings.flatMap(({ warnings }) => warnings).filter(isComplaint),
      ...(held.session === null ? [] : complaintsOfRun(held.session.ran, contract, sandbox)),
    ],
  }
}

/** Whether a line repeats what was typed or what the model read, so that our text in it is not a complaint of the client. */
const isEcho = (line: string): boolean =>
  [WORDS, ERRAND, ROLE_TEXT, ' begin next', '# quick '].some((part) => line.includes(part))

function complaintsOfRun(ran: Ran, contract: Contract, sandbox: Sandbox): readonly string[] {
  const stdout = ran.stdout
    .split('\n')
    .filter((line) => !isEcho(line))
    .join('\n')
  return [
    ...contract.complaints({ ...ran, stdout }, sandbox),
    ...(ran.exitCode === 0 ? [] : [`exit ${ran.exitCode}: ${ran.stderr.slice(-2000)}`]),
  ]
}

interface EntryRun {
  /** The entry's text as the model received it. */
  entry: string
  brief: string
  variables: readonly string[]
}

/** Plays the model after a call of an entry: reads the environment, and runs the command in the text. */
function* follow(client: ClientId, contract: Contract, turn: Turn, called: EntryRun): Step<void> {
  const player = new Player(client)
  const texts = contract.opens === null ? textsIn(turn.body) : (yield { calls: [contract.opens(ENTRY)] }).results
  called.entry = firstWith(texts, ' begin next')
  // Only names, because values contain our paths, which would count as complaints when the client prints them.
  called.variables = (yield* player.shell('env | cut -d= -f1')).split('\n').map((line) => line.trim())
  called.brief = yield* player.shell(commandFor(called.entry, 'begin next', { ...CRITERIA, [TITLE]: WORDS }))
}

interface Installation {
  readonly name: string
  readonly scope: Scope
  readonly ids: readonly RuntimeId[]
}

/** The client alone in each scope, and together with the shared root if it then uses the shared entries. */
const installationsOf = ({ runtime, scopes }: Contract): readonly Installation[] => [
  ...scopes.map((scope) => ({ name: scope, scope, ids: [runtime] })),
  ...scopes
    .filter((scope) => scope === 'global' && runtimeOf(runtime).entries[scope] === 'either')
    .map((scope) => ({ name: `${scope} with the shared root`, scope, ids: [runtime, SHARED] })),
]

export function clientContract(id: ClientId & RuntimeId, differs?: Partial<Contract>): void
export function clientContract(id: ClientId, differs: Partial<Contract> & Pick<Contract, 'runtime'>): void
export function clientContract(id: ClientId, differs: Partial<Contract> = {}): void {
  const contract: Contract = { ...ORDINARY, runtime: id as RuntimeId, ...differs }
  const row = runtimeOf(contract.runtime)

  itWhere(isRequired)(`${row.title} is available for tests`, () => expect(hasClient(id)).toBe(true))

  describe.runIf(hasClient(id)).each(installationsOf(contract))(`${row.evidence.with}, $name`, (installation) => {
    const { name, scope, ids } = installation
    const host = layoutOf(ids, scope).get(contract.runtime)?.entries as RuntimeId
    // Some clients use a longer name for entries of the shared root.
    const space = row.invoke[host === SHARED ? 'shared' : 'own'].prefix.slice(1)
    const hasAgents = row.places.agent !== null
    const isAlone = ids.length === 1
    const sandbox = newSandbox()
    const flags = [...ids.map((each) => `--${each}`), `--${scope}`]
    const found = (fact: string, value: string | number) => recordFact(`${row.evidence.with}, ${name}`, fact, value)
    const isMeasured = isAlone && scope === 'global'
    /** Other tests compare all bytes after an uninstall. Here the client is asked too: always alone in the global scope, and in half of the other installations. */
    const isListedAfter = isMeasured || (Object.keys(CLIENTS).indexOf(id) % 2 === 0) === isAlone
    /** Whether entries must be typed as in an editor. The listing then comes from a separate headless session. */
    const isTyped = 'editor' in CLIENTS[id].entry({ ...sandbox, url: '' }, ENTRY, WORDS)
    /** First requests of the sessions with the pack and after its removal, kept for the last test. */
    let [withPack, without]: (Recorded | null)[] = [null, null]

    const spawn = isAlone && hasAgents ? CLIENTS[id].spawn : null
    function* startAgent(): Script {
      const answers = spawn === null ? [] : yield* spawn([{ agent: `gsd-${ROLE}`, prompt: ERRAND }])
      return answers.join('\n') || 'done'
    }

    interface Played extends Session {
      readonly called: EntryRun
    }
    async function playEntry(): Promise<Played> {
      const called: EntryRun = { entry: '', brief: '', variables: [] }
      const held = await session(
        ({ url }) => callEntry(id, sandbox, url, `${space}${ENTRY}`, WORDS),
        function* (turn) {
          yield* follow(id, contract, turn, called)
          return isTyped ? 'done' : yield* startAgent()
        },
      )
      return { ...held, called }
    }
    /** Sessions of the first test that later tests use once. A retry runs a new session. */
    let [played, asked]: [Played | null, readonly Recorded[] | null] = [null, null]

    beforeAll(() => {
      gitInit(sandbox.project)
      install(sandbox, flags)
      contract.prepare(sandbox, scope)
    })

    it('lists exactly our commands and agents, once each, without complaints', async () => {
      const greeted = isTyped ? await hello(id, sandbox, startAgent) : null
      played = greeted === null || contract.reads !== null ? await playEntry() : null
      if (isTyped) asked = greeted?.requests ?? null
      const held = greeted ?? played
      if (isMeasured) withPack = held?.first ?? null
      const { command, agent, complaints } = await listingOf(id, contract, sandbox, { session: held, calling: played })
      found('commands', `${command?.length ?? '?'} of ${INSTALLED.command.length}`)
      found('agents', `${agent?.length ?? '?'} of ${INSTALLED.agent.length}`)
      found('complaints', complaints.length)
      expect(complaints).toEqual([])
      expect(command).toEqual(INSTALLED.command)
      expect(agent ?? []).toEqual(hasAgents ? INSTALLED.agent : [])
    })

    it('gives the model an entry’s text with the user’s words, runs its command, and is recognised as its row says', async () => {
      const { called, first, requests } = played ?? (await playEntry())
      played = null
      if (!isTyped) asked = requests
      expect(called.entry).toContain('.agents/get-shit-done/bin/gsd-tools.cjs')
      expect(containsText(first, WORDS)).toBe(true)
      found('entry', contract.opens === null ? 'typed' : 'opened by the model')
      expect(called.brief).toMatch(/# quick \S+-alpha-beta: /)
      found('its shell', 'runs the brief')
      const callers = RUNTIME_IDS.filter((other) =>
        runtimeOf(other).recognisedBy.some((name) => called.variables.includes(name)),
      )
      found('recognised', callers.join(' ') || 'no')
      expect(callers).toEqual(row.recognisedBy.length === 0 ? [] : [contract.runtime])
    })

    itWhere(spawn !== null)('starts an agent with the text of its role', async () => {
      const requests = asked ?? (await hello(id, sandbox, startAgent)).requests
      asked = null
      const its = requests.filter((request) => containsText(request, ROLE_TEXT))
      expect(its.some((request) => containsText(request, ERRAND))).toBe(true)
      found('role text', 'reaches the agent')
    })

    itWhere(isListedAfter)('lists nothing of ours after the uninstall', async () => {
      uninstall(sandbox, flags)
      const showsByRequest = Object.values(contract.shown).some((shown) => shown !== null)
      const held = isMeasured || showsByRequest ? await hello(id, sandbox) : null
      if (held !== null) without = held.first
      const { command, agent } = await listingOf(id, contract, sandbox, { session: held, calling: null })
      found('after uninstall', (command?.length ?? 0) + (agent?.length ?? 0))
      expect([command ?? [], agent ?? []]).toEqual([[], []])
    })

    itWhere(isMeasured)(
      `adds to the first request only the names that its row says, in at most ${contract.maxTokens} tokens`,
      async () => {
        withPack ??= (await hello(id, sandbox)).first
        without ??= await firstOfBare(id)
        // Otherwise the client puts more than the typed text into that message, and the measurement would ignore it.
        expect(without.bytes - bytesWithoutTyped(without)).toBeLessThan(MAX_TYPED)
        // Both homes have paths of the same length, so the difference is due to the pack.
        const added = Math.ceil((bytesWithoutTyped(withPack) - bytesWithoutTyped(without)) / 4)
        found('first request', `+${added} tokens`)
        const names = { command: namedIn(withPack, INSTALLED.command), agent: namedIn(withPack, INSTALLED.agent) }
        expect(names).toEqual({
          command: row.alwaysOn.own ? INSTALLED.command : [],
          agent: row.alwaysOn.agent ? INSTALLED.agent : [],
        })
        expect(added).toBeLessThanOrEqual(contract.maxTokens)
      },
    )
  })
}
