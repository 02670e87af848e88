// Which chunk of the bundle lies in which file. A file holds many chunks as functions that run on first use: an installation has few files, and a call
// reads those few whose chunks it runs.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { chunkBody, fileText } from './chunks.mjs'

/**
 * What reading verbs run, and writes that are made all the time, by the verbs and files that bring it; a chunk lies in the
 * first of these that needs it. They alone are compiled at install. Each call needs the first, most the first two; what makes an answer is the third.
 */
const HOT = [
  {
    file: 'core',
    verbs: ['config.get'],
    files: ['lib/cli/tools.ts', 'lib/artifacts/config/config-codec.ts', 'lib/node/custody.ts'],
  },
  {
    file: 'files',
    files: [
      'lib/markdown/native.ts',
      'lib/artifacts/context/context.ts',
      'lib/artifacts/document/order.ts',
      'lib/artifacts/plan/plan.ts',
      'lib/artifacts/requirements/requirements-codec.ts',
      'lib/artifacts/context/research.ts',
      'lib/artifacts/document/security.ts',
      'lib/artifacts/roadmap/roadmap-codec.ts',
      'lib/artifacts/state/state-codec.ts',
      'lib/artifacts/summary/summary.ts',
      'lib/artifacts/verification/uat.ts',
      'lib/artifacts/verification/verification.ts',
    ],
  },
  {
    file: 'state',
    verbs: [
      'next',
      'state.derive',
      'state.json',
      'phase.find',
      'phase.plan-index',
      'roadmap.get-phase',
      'roadmap.analyze',
    ],
    files: [
      'lib/runtimes/all.ts',
      'lib/runtimes/callers.ts',
      'lib/assets/host.ts',
      'lib/node/presence.ts',
      // Of a brief's file a write would use nothing else.
      'lib/core/artifact-paths.ts',
    ],
  },
  { file: 'brief', verbs: ['brief'], files: ['lib/artifacts/document/learning.ts'] },
  // What every write goes through, and of the verbs that write those which scripts call most.
  { file: 'write', files: ['lib/node/transaction.ts', 'lib/verbs/state/memory.ts'] },
  // What changes which phases there are, with what shows it: the least that such a call can read. Ends of units show the same.
  { file: 'phases', verbs: ['phase.add'] },
]

/** What begins a unit and ends it, and the codecs of what may be handed in: one compressed file, where the rooms that all of it lies in are five. */
const UNITS = [
  'begin',
  'unit.claim',
  'unit.finish',
  'unit.brief',
  'unit.delegate',
  'lib/cli/course.ts',
  'lib/artifacts/charter/charter-codec.ts',
  'lib/artifacts/compact/phase-draft.ts',
  'lib/artifacts/compact/proof.ts',
  'lib/artifacts/compact/result.ts',
  'lib/artifacts/document/experiments.ts',
  'lib/artifacts/document/json-records.ts',
  'lib/artifacts/document/memory-files.ts',
  'lib/artifacts/document/milestone-files.ts',
  'lib/artifacts/document/phase-documents.ts',
  'lib/artifacts/document/project-documents.ts',
  'lib/artifacts/project/project-codec.ts',
  'lib/artifacts/specs/capability.ts',
  'lib/artifacts/specs/spec-delta.ts',
]

/** What an installation runs, which no install has compiled. */
const INSTALLING = [
  'lib/cli/gsd/run.ts',
  'lib/cli/gsd/doing.ts',
  'lib/cli/gsd/install.ts',
  'lib/install/edits/second.ts',
]
const INSTALL = 'cold-install'

/**
 * What begins an installation, and what runs everything once so that it is compiled: an installation waits for both, and unpacking takes longer than reading. What
 * other programs run of an installation too lies with it.
 */
const FIRST = ['lib/cli/gsd.ts', 'lib/cli/warm-up.ts']
const INSTALLS = /^lib\/(?:cli\/gsd\b|install\/)/

const COLD = { unit: UNITS }

/** What puts into a roadmap what a change of phases says there: it lies with what changes them. */
const SHOWING = [
  'lib/artifacts/roadmap/roadmap-fresh.ts',
  'lib/artifacts/roadmap/roadmap-section-write.ts',
  'lib/artifacts/roadmap/roadmap-write.ts',
]

/** What writes files that are read all the time. What reads reaches it and runs none of it, and a chunk is made when it is first used: so these lie in a file of their own. */
export const WRITING = [
  'lib/artifacts/parts/alignment.ts',
  'lib/artifacts/parts/draft.ts',
  'lib/artifacts/parts/footer.ts',
  'lib/artifacts/parts/layout-edit.ts',
  'lib/artifacts/requirements/requirements-write.ts',
  ...SHOWING,
  'lib/artifacts/state/state-fresh.ts',
  'lib/artifacts/state/state-write.ts',
  'lib/core/dispatch/drafts.ts',
  'lib/core/writing/staging.ts',
  'lib/markdown/frontmatter-edit.ts',
]

/** What every brief or look reaches and few of them use, or few calls ask for: it lies with what is loaded rarely. */
export const SELDOM = [
  'lib/install/edits/second-yaml.ts',
  'lib/artifacts/document/front-schema.ts',
  'lib/artifacts/specs/spec-changes.ts',
  'lib/artifacts/specs/requirement-blocks.ts',
  'lib/core/brief/opening-blocks.ts',
  'lib/core/judging/changed-tests.ts',
  'lib/core/judging/secrets.ts',
  'lib/core/captures/seeds.ts',
  'lib/core/dispatch/finish/already.ts',
  'lib/core/dispatch/finish/shared-files.ts',
  'lib/node/mends.ts',
  'lib/core/dispatch/forecast.ts',
  'lib/core/dispatch/left.ts',
  'lib/core/milestones/milestone-audit.ts',
  'lib/core/milestones/opening.ts',
  'lib/core/ordering.ts',
  'lib/core/project/commit-hook.ts',
  'lib/node/commit-hook.ts',
  'lib/node/repository.ts',
]

/** What the hook program runs when there is something to say, which mostly there is not, by the names of its chunks. */
export const SAYING = { 'hook-told': 'lib/std/told.ts', 'hook-repository': 'lib/node/repository.ts' }

/** Characters of cold code in one file. It is kept compressed: two hundred verbs must fit into a small installation, and larger files, which pack a little better, cost a call more than that is worth. */
const COLD_FILE = 121 * 1024
/** With what is put behind the rest of it. Chunks come in the order of names that change with the code, so a large one may come last. */
const MOST_COLD = COLD_FILE * 1.25

/** File of every verb, as the rosters say; ids stay when files are split. A small feature holds its roster itself. */
export function verbFiles(root) {
  const features = readdirSync(join(root, 'lib/features'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => ['roster.ts', 'feature.ts'].map((file) => `lib/features/${name}/${file}`))
  const found = new Map()
  for (const listing of ['lib/verbs/all.ts', ...features.filter((path) => existsSync(join(root, path)))]) {
    const text = readFileSync(join(root, listing), 'utf8')
    for (const [, verb, file] of text.matchAll(/([\w.-]+)'?:\s*async \(\) =>\s*\(await import\('([^']+)\.js'\)/g))
      found.set(verb, join(listing, '..', `${file}.ts`).replaceAll('\\', '/'))
  }
  return found
}

const HOOKS = /^lib\/features\/[^/]+\/hooks\.ts$/

/** What features look at at moments of a session, as chunks of their own: a verb names them and never asks them. */
export const hooksOfFeatures = (root) =>
  Object.fromEntries(
    readdirSync(join(root, 'lib/features'))
      .map((id) => [`hooks-of-${id}`, `lib/features/${id}/hooks.ts`])
      .filter(([, path]) => existsSync(join(root, path))),
  )

const isHooks = ({ inputs }) => Object.keys(inputs).some((path) => HOOKS.test(path))

const idOf = (path) => basename(path, '.cjs')

/** Being entries, these share no chunk with what is loaded to read. */
const isOf = (list, { inputs }) => {
  const paths = Object.keys(inputs)
  return paths.length > 0 && paths.every((path) => list.includes(path))
}

/** Ids of what the entry imports, but not of what that loads only when it comes to it, nor of what lies `apart`. */
function reachOf(outputs, start, apart = new Set()) {
  const found = new Set()
  const add = (path) => {
    if (found.has(path) || apart.has(path)) return
    found.add(path)
    for (const { path: next, kind, external } of outputs[path].imports)
      if (kind === 'import-statement' && !external && !isHooks(outputs[next])) add(next)
  }
  add(start)
  return [...found].map(idOf)
}

/** Characters of code, without what links it. */
const sizeOf = (inputs) => Object.values(inputs).reduce((sum, { bytesInOutput }) => sum + bytesInOutput, 0)

/** The folder of a verb or feature, else the room. */
const roomOf = (entry) => /^lib\/((?:verbs|features)\/[^/]+(?=\/)|[^/]+)/.exec(entry)?.[1] ?? 'lib'

/**
 * Name of the file of every chunk.
 * @param {import('esbuild').Metafile} metafile
 * @param {ReadonlyMap<string, string>} fileOfVerb
 * @returns {Map<string, string>} file by chunk id
 */
export function placeChunks({ outputs }, fileOfVerb) {
  const entries = Object.entries(outputs).flatMap(([path, { entryPoint }]) => (entryPoint ? [[entryPoint, path]] : []))
  const pathOf = new Map(entries)
  const chunksOf = (list) => Object.keys(outputs).filter((path) => isOf(list, outputs[path]))
  const writing = chunksOf(WRITING)
  const apart = new Set([...writing, ...chunksOf(SELDOM)])
  const places = new Map()
  const place = (id, file) => places.has(id) || places.set(id, file)
  /** The chunk that holds a file, and the one that is nothing but its names. */
  const chunksWith = (name) => {
    const found = [pathOf.get(name), Object.keys(outputs).find((one) => outputs[one].inputs[name])].filter(Boolean)
    if (found.length === 0) throw new Error(`${name} is said to be hot, but nothing loads it`)
    return found
  }
  for (const { file, verbs = [], files = [] } of HOT) {
    for (const name of [...verbs, ...files])
      for (const id of reachOf(outputs, chunksWith(fileOfVerb.get(name) ?? name)[0], apart)) place(id, `hot-${file}`)
  }
  for (const path of writing) place(idOf(path), isOf(SHOWING, outputs[path]) ? 'hot-phases' : 'hot-write')
  for (const [file, names] of Object.entries(COLD))
    for (const name of names)
      for (const id of reachOf(outputs, pathOf.get(fileOfVerb.get(name) ?? name), apart)) place(id, `cold-${file}`)
  for (const id of FIRST.flatMap((name) => reachOf(outputs, pathOf.get(name), apart))) place(id, 'first')
  // An installation registers what features look at, where clients tell of moments; a verb names it and never asks it.
  const hooks = Object.keys(outputs).filter((path) => isHooks(outputs[path]))
  const installing = [...INSTALLING.map((name) => pathOf.get(name)), ...hooks]
  const others = entries.filter(([entry]) => !INSTALLS.test(entry) && !HOOKS.test(entry))
  const elsewhere = new Set(others.flatMap(([, path]) => reachOf(outputs, path)))
  for (const id of installing.flatMap((path) => reachOf(outputs, path, apart)))
    place(id, elsewhere.has(id) ? 'first' : INSTALL)
  const rooms = new Map()
  for (const [entry, path] of entries)
    for (const id of reachOf(outputs, path)) rooms.set(id, new Set([...(rooms.get(id) ?? []), roomOf(entry)]))
  // What several rooms need lies together, the rest room by room.
  const keyOf = (id) => (rooms.get(id)?.size === 1 ? [...rooms.get(id)][0] : '')
  const sizes = new Map(Object.entries(outputs).map(([path, { inputs }]) => [idOf(path), sizeOf(inputs)]))
  // An entry that is nothing but the names of another chunk lies with that: a call would read a file for them alone.
  const named = new Map(Object.entries(outputs).flatMap(([path, output]) => namedBy(path, output)))
  const cold = [...sizes.keys()].filter((id) => !places.has(id) && !named.has(id))
  let [file, length] = [0, 0]
  for (const key of [...new Set(cold.map(keyOf))].sort()) {
    const own = cold.filter((id) => keyOf(id) === key).sort()
    const size = own.reduce((sum, id) => sum + sizes.get(id), 0)
    if (length > 0 && length + size > COLD_FILE) [file, length] = [file + 1, 0]
    for (const id of own) {
      if (length > COLD_FILE || (length > 0 && length + sizes.get(id) > MOST_COLD)) [file, length] = [file + 1, 0]
      place(id, `cold-${file}`)
      length += sizes.get(id)
    }
  }
  for (const [id, of] of named) place(id, places.get(of))
  return places
}

/** The chunk that an entry without code of its own hands on. */
function namedBy(path, { inputs, imports }) {
  const [first] = imports.filter(({ kind, external }) => kind === 'import-statement' && !external)
  return sizeOf(inputs) === 0 && first !== undefined ? [[idOf(path), idOf(first.path)]] : []
}

/** The same of the hook program: what looks at every event, what runs to say something, what hears of texts that were read, and all else. */
export function placeHooks({ outputs }) {
  const says = (path) =>
    Object.hasOwn(SAYING, idOf(path)) || Object.values(SAYING).some((own) => outputs[path].inputs[own])
  const pathOf = (name) => Object.keys(outputs).find((path) => idOf(path) === name)
  const saying = Object.keys(outputs).filter(says)
  const places = new Map(saying.map((path) => [idOf(path), 'hot-said']))
  const place = (id, file) => places.has(id) || places.set(id, file)
  for (const id of reachOf(outputs, pathOf('look'), new Set(saying))) place(id, 'hot-look')
  for (const id of reachOf(outputs, pathOf('reading'), new Set(saying))) place(id, 'hot-read')
  for (const path of Object.keys(outputs)) place(idOf(path), 'hot-hook')
  return places
}

/** Characters of a chunk that V8 looks through twice in less time than each call needs to read what says that it should not. */
const SHORT = 3000

/** Where a maker says that it ran, while the build asks. */
const RAN = '$ran'
const recorded = (body, id) => `(globalThis.${RAN} ??= []).push(${id});\n${body}`

/** A program that runs what an installation compiles, from files that were packed with `ran` null, and prints which chunks are made on the way. */
export const asksWhatRan = (program) =>
  `process.stdout.write = (_, done) => { require('fs').writeSync(1, JSON.stringify(globalThis.${RAN})); done() }; require(${JSON.stringify(program)})`

/**
 * The files of chunks. Ids are numbers in the order of the files, so that few numbers say which file a chunk lies in.
 * @param {ReadonlyMap<string, string>} codes code by chunk name
 * @param {ReadonlyMap<string, string>} places file by chunk name
 * @param {(text: string) => Promise<string>} minified
 * @param {ReadonlySet<number> | null} ran chunks that are made wherever hot files are compiled; null: their makers say so themselves
 * @returns {Promise<{ files: Record<string, string | Buffer>, ends: [file: string, end: number][], idOf: (name: string) => number }>} `ends`: name of each file
 *   and the id after its last chunk
 */
export async function packChunks(codes, places, minified, ran) {
  const groups = new Map([...new Set(places.values())].sort().map((file) => [file, []]))
  for (const name of [...codes.keys()].sort()) groups.get(places.get(name)).push(name)
  const ids = new Map([...groups.values()].flat().map((name, id) => [name, id]))
  const idOf = (name) => {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`${name} leads nowhere`)
    return id
  }
  const files = {}
  const ends = []
  for (const [file, names] of groups) {
    const isPacked = file.startsWith('cold-')
    const chunks = names.map((name) => {
      const body = chunkBody(codes.get(name), idOf)
      return [idOf(name), ran === null ? recorded(body, idOf(name)) : body]
    })
    const isHot = file.startsWith('hot-')
    const isAtOnce = (id, body) => (isHot ? body.length > SHORT && ran?.has(id) === true : file === INSTALL)
    const text = await fileText(chunks, isAtOnce, minified)
    // Compiled code is kept by name, so the name holds a digest of the text.
    const mark = createHash('sha256').update(text).digest('hex').slice(0, 8)
    const name = `${file}-${mark}.cjs${isPacked ? '.br' : ''}`
    files[`chunks/${name}`] = isPacked ? packed(text, ran) : text
    ends.push([name, idOf(names.at(-1)) + 1])
  }
  return { files, ends, idOf }
}

/** What is asked which chunks run is thrown away. */
const packed = (text, ran) =>
  brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: ran === null ? 1 : constants.BROTLI_MAX_QUALITY },
  })
