// Which chunk of the bundle lies in which file. A file holds many chunks as functions that run on first use: an installation has few files, and a call
// reads those few whose chunks it runs.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/**
 * What reading verbs run, by the verbs and files that bring it; a chunk lies in the first of these that needs it. They alone are compiled at install.
 * Each call needs the first, most the first three.
 */
const HOT = {
  core: { verbs: ['config.get'], files: ['lib/cli/tools.ts', 'lib/artifacts/config/config.ts'] },
  files: {
    files: [
      'lib/markdown/native.ts',
      'lib/artifacts/context/context.ts',
      'lib/artifacts/plan/plan.ts',
      'lib/artifacts/project/project.ts',
      'lib/artifacts/requirements/requirements.ts',
      'lib/artifacts/context/research.ts',
      'lib/artifacts/roadmap/roadmap.ts',
      'lib/artifacts/state/state.ts',
      'lib/artifacts/summary/summary.ts',
      'lib/artifacts/verification/uat.ts',
      'lib/artifacts/verification/verification.ts',
    ],
  },
  state: {
    verbs: [
      'next',
      'state.derive',
      'state.json',
      'phase.find',
      'phase.plan-index',
      'roadmap.get-phase',
      'roadmap.analyze',
    ],
    files: ['lib/runtimes/all.ts', 'lib/assets/host.ts'],
  },
  brief: { verbs: ['brief'] },
}

/** Characters of cold code in one file. It is kept compressed: two hundred verbs must fit into a small installation, and unpacking one file costs about as much as writing one. */
const COLD_FILE = 96 * 1024

/** File of every verb, as the rosters say; ids stay when files are split. */
export function verbFiles(root) {
  const rosters = ['verbs', 'features'].flatMap((room) =>
    readdirSync(join(root, 'lib', room), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `lib/${room}/${name}`),
  )
  const found = new Map()
  for (const folder of rosters) {
    // A small feature holds its roster itself.
    const listing = ['roster.ts', 'feature.ts'].map((name) => join(root, folder, name)).find(existsSync)
    if (listing === undefined) continue
    const text = readFileSync(listing, 'utf8')
    for (const [, verb, file] of text.matchAll(/([\w.-]+)'?:\s*async \(\) =>\s*\(await import\('([^']+)\.js'\)/g))
      found.set(verb, join(folder, `${file}.ts`).replaceAll('\\', '/'))
  }
  return found
}

const idOf = (path) => basename(path, '.cjs')

/** Ids of what the entry imports, but not of what that loads only when it comes to it. */
function reachOf(outputs, start) {
  const found = new Set()
  const add = (path) => {
    if (found.has(path)) return
    found.add(path)
    for (const { path: next, kind, external } of outputs[path].imports)
      if (kind === 'import-statement' && !external) add(next)
  }
  add(start)
  return [...found].map(idOf)
}

/** The folder of a verb or feature, else the room. */
const roomOf = (entry) => /^lib\/((?:verbs|features)\/[^/]+(?=\/)|[^/]+)/.exec(entry)?.[1] ?? 'lib'

/**
 * Name of the file of every chunk.
 * @param {import('esbuild').Metafile} metafile
 * @param {ReadonlyMap<string, string>} codes code by chunk id
 * @param {ReadonlyMap<string, string>} fileOfVerb
 * @returns {Map<string, string>} file by chunk id
 */
export function placeChunks({ outputs }, codes, fileOfVerb) {
  const entries = Object.entries(outputs).flatMap(([path, { entryPoint }]) => (entryPoint ? [[entryPoint, path]] : []))
  const pathOf = new Map(entries)
  const places = new Map()
  const place = (id, file) => places.has(id) || places.set(id, file)
  for (const [file, { verbs = [], files = [] }] of Object.entries(HOT))
    for (const name of [...verbs, ...files]) {
      const path = pathOf.get(fileOfVerb.get(name) ?? name)
      if (path === undefined) throw new Error(`${name} is said to be hot, but nothing loads it`)
      for (const id of reachOf(outputs, path)) place(id, `hot-${file}`)
    }
  const rooms = new Map()
  for (const [entry, path] of entries)
    for (const id of reachOf(outputs, path)) rooms.set(id, new Set([...(rooms.get(id) ?? []), roomOf(entry)]))
  // What several rooms need lies together, the rest room by room.
  const keyOf = (id) => (rooms.get(id)?.size === 1 ? [...rooms.get(id)][0] : '')
  const cold = [...codes.keys()].filter((id) => !places.has(id))
  let [file, length] = [0, 0]
  for (const key of [...new Set(cold.map(keyOf))].sort()) {
    const own = cold.filter((id) => keyOf(id) === key).sort()
    const size = own.reduce((sum, id) => sum + codes.get(id).length, 0)
    if (length > 0 && length + size > COLD_FILE) [file, length] = [file + 1, 0]
    for (const id of own) {
      if (length > COLD_FILE) [file, length] = [file + 1, 0]
      place(id, `cold-${file}`)
      length += codes.get(id).length
    }
  }
  return places
}

/**
 * The text of every file. Its name holds a digest of its content, because compiled code is kept by name.
 * @param {ReadonlyMap<string, string>} codes code by chunk id
 * @param {ReadonlyMap<string, string>} places file by chunk id
 * @returns {{ files: Record<string, string>, nameOf: (id: string) => string }}
 */
export function packChunks(codes, places) {
  const groups = new Map()
  for (const id of codes.keys()) groups.set(places.get(id), [...(groups.get(places.get(id)) ?? []), id])
  // A file names others, and their names hold their digests: so the digest is over everything, the same for all files.
  const stamp = createHash('sha256')
  for (const [id, code] of [...codes].sort(([a], [b]) => (a < b ? -1 : 1)))
    stamp.update(`${id}\0${places.get(id)}\0${code}\0`)
  const mark = stamp.digest('hex').slice(0, 8)
  const fileName = (file) => `${file}-${mark}.cjs${file.startsWith('hot-') ? '' : '.br'}`
  const loaders = (code) =>
    code.replace(/\$loader\("\.\/(?:chunks\/)?([\w-]+)\.cjs","(\w+)"\)/g, (call, id, name) => {
      if (!places.has(id)) throw new Error(`${call} leads nowhere`)
      return `$loader("./${fileName(places.get(id))}","${id}","${name}")`
    })
  const redirected = (code, own) =>
    loaders(code).replace(/require\("\.\/(?:chunks\/)?([\w-]+)\.cjs"\)/g, (call, id) => {
      const place = places.get(id)
      if (place === undefined) throw new Error(`${call} leads nowhere`)
      return place === own ? `$chunk("${id}")` : `require("./${fileName(place)}")("${id}")`
    })
  const files = {}
  for (const [file, ids] of groups) {
    const table = ids.sort().map((id) => `${JSON.stringify(id)}(module,exports){${redirected(codes.get(id), file)}\n}`)
    const load = `const made={};function $chunk(name){let m=made[name];if(!m){m=made[name]={exports:{}};table[name](m,m.exports)}return m.exports}const $loader=(file,id,name)=>async()=>(file==="./${fileName(file)}"?$chunk:require(file))(id)[name];`
    const text = `"use strict";const table={${table.join(',\n')}};${load};module.exports=$chunk;\n`
    files[`chunks/${fileName(file)}`] = file.startsWith('hot-') ? text : brotliCompressSync(text)
  }
  return { files, nameOf: (id) => `chunks/${fileName(places.get(id))}` }
}
