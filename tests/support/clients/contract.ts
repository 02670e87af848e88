// What holds for every client after an install into its home or a project, shown by the client itself. A client's own test file only says where it differs.
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

/** Where a client differs from the ordinary one. */
export interface Contract {
  /** Its row, where that is called otherwise. */
  readonly runtime: RuntimeId
  readonly scopes: readonly Scope[]
  /** Questions beside those of the row: what only a client with an account answers. */
  readonly asks: (sandbox: Sandbox) => readonly ListingCommand[]
  /** What a session in which an entry was called shows of that by itself, so that it need not be asked. */
  readonly reads: ((ran: Ran, sandbox: Sandbox) => ListingResult) | null
  /** Our names as they stand in the first request of a session, for a kind that no question of the row shows. */
  readonly shown: Readonly<Record<ListedKind, ((first: Recorded) => readonly string[]) | null>>
  /** The call by which the model opens an entry, where what a person types reaches it as it was written. */
  readonly opens: ((name: string) => Call) | null
  /** What a person does by hand before the client takes up an installation: trusts the project, and the like. */
  readonly prepare: (sandbox: Sandbox, scope: Scope) => void
  /** Lines of a run that complain about a file of ours. */
  readonly complaints: (ran: Ran, sandbox: Sandbox) => readonly string[]
  /** What the pack may add to the first request, in tokens (bytes / 4). */
  readonly mostTokens: number
}

const ASSETS = loadAssets(sourcesIn(fileURLToPath(new URL('../../..', import.meta.url))))
/** What a default install lists. */
const STANDARD = ASSETS.profile(['standard'])
const namesOf = (prompts: readonly { readonly name: string }[]) => prompts.map(({ name }) => `gsd-${name}`).sort()
const INSTALLED: Readonly<Record<ListedKind, readonly string[]>> = {
  command: namesOf(STANDARD.commands),
  agent: namesOf(STANDARD.agents),
}

const ROLE = 'verifier'
/** How the role's text begins; nothing else says so. */
const ROLE_TEXT = ASSETS.agents.get(ROLE)?.body.trimStart().split('. ')[0] ?? ''
const ERRAND = 'Look at the amber lighthouse.'
const ENTRY = 'gsd-next'
const WORDS = 'alpha beta'
const GREETING = 'say hello'
/** Bytes of a message of these words, with what a client notes beside it. */
const MAX_TYPED = 2000
/** What the model fills in of the entry's call. */
const TITLE = 'their gist in two to six words'
const WISH = { 'what the user can check': 'it runs', another: 'twice' }

const isRequired = process.env['GSD_REQUIRE_CLIENTS'] === '1'

/** Lines that name a file of ours beside a word of complaint. */
const complaintsOf = ({ stdout, stderr }: Ran): readonly string[] => complaintsIn(`${stdout}\n${stderr}`)
export const complaintsIn = (text: string): readonly string[] => text.split('\n').filter(isComplaint)
/** The folder of the sandbox bears the name too: a client that cannot fetch what its plugins may want says where. */
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
  mostTokens: 1000,
}

/** Every text of a request, however deep it lies. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
const saying = (texts: readonly string[], part: string): string => texts.find((text) => text.includes(part)) ?? ''
const holds = ({ body }: Recorded, part: string): boolean => saying(textsIn(body), part) !== ''

/** A part of a request without the parts of it that bring what was typed, or the entry that it called; null: nothing is left. */
function partBeside(part: unknown): unknown {
  if (typeof part === 'string')
    return [GREETING, WORDS, ' begin next'].some((typed) => part.includes(typed)) ? null : part
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) {
    const left = part.map(partBeside).filter((one) => one !== null)
    return left.length === 0 && part.length > 0 ? null : left
  }
  const left = Object.entries(part).map(([key, value]) => [key, partBeside(value)] as const)
  return left.some(([key, value]) => value === null && part[key as keyof typeof part] !== null)
    ? null
    : Object.fromEntries(left)
}
/** What a client notes about its own state, and now and then is not there in time, is nothing that the model reads. */
const beside = ({ body }: Recorded): object =>
  Object.fromEntries(
    Object.entries(body).flatMap(([key, part]) => (key.includes('metadata') ? [] : [[key, partBeside(part)]])),
  )
const bytesBeside = (request: Recorded): number => Buffer.byteLength(JSON.stringify(beside(request)))

/** The names a request holds as words of their own, beside the same. */
const namedIn = (request: Recorded, names: readonly string[]): readonly string[] => {
  const words = new Set(textsIn(beside(request)).flatMap((text) => text.split(/[^\w-]+/)))
  return names.filter((name) => words.has(name))
}

function* silent(turn: Turn): Script {
  yield* []
  return `seen ${turn.tools.length} tools`
}

interface Session {
  readonly ran: Ran
  readonly requests: readonly Recorded[]
  /** The first request of the session itself. */
  readonly first: Recorded
}

/** One run of a client in which `main` plays the session, and whoever else speaks says nothing. */
async function session(run: (model: ModelServer) => Promise<Ran>, main: (turn: Turn) => Script = silent) {
  const model = await startModel((turn, index) => (index === 0 ? main(turn) : silent(turn)))
  const ran = await run(model).finally(() => model.close())
  const first = model.requests.find(({ turn }) => (turn?.tools.length ?? 0) > 0)
  expect([model.faults, first === undefined ? ran : null]).toEqual([[], null])
  return { ran, requests: model.requests, first } as Session
}

const hello = (client: ClientId, sandbox: Sandbox, main?: (turn: Turn) => Script) =>
  session(({ url }) => prompt(client, sandbox, url, GREETING), main)

/** The first request in a home that never had the pack. */
async function firstOfBare(client: ClientId): Promise<Recorded> {
  const bare = newSandbox()
  gitInit(bare.project)
  return (await hello(client, bare)).first
}

const ours = (names: readonly string[]): readonly string[] => names.filter((name) => name.startsWith('gsd')).sort()

interface Shown {
  /** Null: nothing shows the kind. */
  readonly command: readonly string[] | null
  readonly agent: readonly string[] | null
  readonly complaints: readonly string[]
}

interface Held {
  /** Null: none was held, which only a client may do that shows all when asked. */
  readonly session: Session | null
  /** One in which an entry was called, for a client whose contract reads that. */
  readonly calling: Session | null
}

/** What the client shows of ours: asked as the row asks it, and in sessions. */
async function look(client: ClientId, contract: Contract, sandbox: Sandbox, held: Held): Promise<Shown> {
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
    const told = sightings.map((sighting) => sighting[key]).filter((names) => names !== null)
    if (told.length > 0) return ours(told.flat())
    return shown === null || held.session === null ? null : ours(shown(held.session.first))
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

/** What was typed, and what the model did and was told, a client prints too; the texts of ours in it are no complaint of the client. */
const isEcho = (line: string): boolean =>
  [WORDS, ERRAND, ROLE_TEXT, ' begin next', '# quick '].some((said) => line.includes(said))

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

interface Called {
  /** The entry's text as the model had it. */
  entry: string
  brief: string
  variables: readonly string[]
}

/** The model's part after a call of an entry: it looks around, and runs what the text says. */
function* follow(client: ClientId, contract: Contract, turn: Turn, called: Called): Step<void> {
  const player = new Player(client)
  const texts = contract.opens === null ? textsIn(turn.body) : (yield { calls: [contract.opens(ENTRY)] }).results
  called.entry = saying(texts, ' begin next')
  // Their names alone: what they hold names folders of ours, and a client prints what its shell printed.
  called.variables = (yield* player.shell('env | cut -d= -f1')).split('\n').map((line) => line.trim())
  called.brief = yield* player.shell(commandFor(called.entry, 'begin next', { ...WISH, [TITLE]: WORDS }))
}

interface Installation {
  readonly name: string
  readonly scope: Scope
  readonly ids: readonly RuntimeId[]
}

/** By itself in each scope; and where it gives up its own entries for those of the shared root, with that. */
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

  itWhere(isRequired)(`${row.title} is there to be asked`, () => expect(hasClient(id)).toBe(true))

  describe.runIf(hasClient(id)).each(installationsOf(contract))(`${row.evidence.with}, $name`, (installation) => {
    const { name, scope, ids } = installation
    const host = layoutOf(ids, scope).get(contract.runtime)?.entries as RuntimeId
    // Some clients call what lies in the shared root by a longer name.
    const space = row.invoke[host === SHARED ? 'shared' : 'own'].prefix.slice(1)
    const hasAgents = row.places.agent !== null
    const isAlone = ids.length === 1
    const sandbox = newSandbox()
    const flags = [...ids.map((each) => `--${each}`), `--${scope}`]
    const found = (fact: string, value: string | number) => recordFact(`${row.evidence.with}, ${name}`, fact, value)
    const isMeasured = isAlone && scope === 'global'
    /** That nothing is left is a law over bytes, for every row in both scopes. Here each client shows what that means to it, and clients take turns at the other installations. */
    const isLookedAtAfter = isMeasured || (Object.keys(CLIENTS).indexOf(id) % 2 === 0) === isAlone
    /** An entry is a turn of a headless session, unless it must be typed into an editor: then a prompt shows what a session shows. */
    const isTyped = 'editor' in CLIENTS[id].entry({ ...sandbox, url: '' }, ENTRY, WORDS)
    /** Of the first session in this home, and of the one after the pack has left it: neither need be held again. */
    let [withPack, without]: (Recorded | null)[] = [null, null]

    const spawn = isAlone && hasAgents ? CLIENTS[id].spawn : null
    function* startAgent(): Script {
      const said = spawn === null ? [] : yield* spawn([{ agent: `gsd-${ROLE}`, prompt: ERRAND }])
      return said.join('\n') || 'done'
    }

    interface Played extends Session {
      readonly called: Called
    }
    async function playEntry(): Promise<Played> {
      const called: Called = { entry: '', brief: '', variables: [] }
      const held = await session(
        ({ url }) => callEntry(id, sandbox, url, `${space}${ENTRY}`, WORDS),
        function* (turn) {
          yield* follow(id, contract, turn, called)
          return isTyped ? 'done' : yield* startAgent()
        },
      )
      return { ...held, called }
    }
    /** What a session before showed beside what it was held for. Whoever looks takes it: a second try has a session of its own. */
    let [played, asked]: [Played | null, readonly Recorded[] | null] = [null, null]

    beforeAll(() => {
      gitInit(sandbox.project)
      install(sandbox, flags)
      contract.prepare(sandbox, scope)
    })

    it('lists exactly our commands and agents, each once, and complains about none', async () => {
      const greeted = isTyped ? await hello(id, sandbox, startAgent) : null
      played = greeted === null || contract.reads !== null ? await playEntry() : null
      if (isTyped) asked = greeted?.requests ?? null
      const held = greeted ?? played
      if (isMeasured) withPack = held?.first ?? null
      const { command, agent, complaints } = await look(id, contract, sandbox, { session: held, calling: played })
      found('commands', `${command?.length ?? '?'} of ${INSTALLED.command.length}`)
      found('agents', `${agent?.length ?? '?'} of ${INSTALLED.agent.length}`)
      found('complaints', complaints.length)
      expect(complaints).toEqual([])
      expect(command).toEqual(INSTALLED.command)
      expect(agent ?? []).toEqual(hasAgents ? INSTALLED.agent : [])
    })

    it('gives the model the text of an entry and the words behind it, and its shell runs what the text says', async () => {
      const { called, first, requests } = played ?? (await playEntry())
      played = null
      if (!isTyped) asked = requests
      expect(called.entry).toContain('.agents/get-shit-done/bin/gsd-tools.cjs')
      expect(holds(first, WORDS)).toBe(true)
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
      const its = requests.filter((request) => holds(request, ROLE_TEXT))
      expect(its.some((request) => holds(request, ERRAND))).toBe(true)
      found('role text', 'reaches the agent')
    })

    itWhere(isLookedAtAfter)('lists nothing of ours once it is uninstalled', async () => {
      uninstall(sandbox, flags)
      const showsByRequest = Object.values(contract.shown).some((shown) => shown !== null)
      const held = isMeasured || showsByRequest ? await hello(id, sandbox) : null
      if (held !== null) without = held.first
      const { command, agent } = await look(id, contract, sandbox, { session: held, calling: null })
      found('after uninstall', (command?.length ?? 0) + (agent?.length ?? 0))
      expect([command ?? [], agent ?? []]).toEqual([[], []])
    })

    itWhere(isMeasured)(
      `adds to the first request what its row says, at most ${contract.mostTokens} tokens`,
      async () => {
        withPack ??= (await hello(id, sandbox)).first
        without ??= await firstOfBare(id)
        // What was typed stands alone in its message: else what is left says too little.
        expect(without.bytes - bytesBeside(without)).toBeLessThan(MAX_TYPED)
        // Both homes have paths of one length, so the difference is what the pack adds.
        const added = Math.ceil((bytesBeside(withPack) - bytesBeside(without)) / 4)
        found('first request', `+${added} tokens`)
        const told = {
          command: namedIn(withPack, INSTALLED.command),
          agent: namedIn(withPack, INSTALLED.agent),
        }
        expect(told).toEqual({
          command: row.alwaysOn.own ? INSTALLED.command : [],
          agent: row.alwaysOn.agent ? INSTALLED.agent : [],
        })
        expect(added).toBeLessThanOrEqual(contract.mostTokens)
      },
    )
  })
}
