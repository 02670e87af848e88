// Joins a build's chunks into scripts. Each chunk becomes a function that runs when one of its exports is first used, since
// most calls need little of what their modules import. V8's compiled code omits functions that never ran, and code that
// two programs share is written once.
import { basename } from 'node:path'

const IMPORT = /\bimport(?:\{([\w$ ,]*)\}from|(?:\*as | )([\w$]+) from)?"((?:\.\/|node:)[\w./-]+)";/g
const EXPORT = /export\{([^}]*)\};\s*$/
const LATER = /\bimport\("\.\/([^"]+)"\)/g

/** Parses `a as b,c` into `[['a', 'b'], ['c']]`. */
const pairsIn = (list = '') =>
  list
    .split(',')
    .filter(Boolean)
    .map((pair) => pair.split(' as '))

/** Returns a short name that no chunk uses. */
function freeName(texts) {
  const used = new Set(texts.join('\n').match(/[\w$]+/g))
  return Array.from({ length: 676 }, (_, at) => `$${(at + 360).toString(36)}`).find((name) => !used.has(name))
}

/** Returns the names of a chunk and its transitive imports. */
function closure(imports, name, found = new Set()) {
  if (found.has(name) || !imports.has(name)) return found
  found.add(name)
  for (const path of imports.get(name)) closure(imports, path, found)
  return found
}

/**
 * Returns, for each list of entries, the code of their chunks, except those of an earlier list, and the expression that
 * runs each entry. `part`: the name of the function that runs a chunk. `transform`: esbuild's function of that name.
 * @returns {{ part: string, scripts: { chunks: string, runs: string[] }[] }}
 */
export function joinChunks({ metafile, outputFiles }, lists, transform) {
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]))
  const imports = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [
      basename(path),
      output.imports.map(({ path: imported }) => basename(imported)),
    ]),
  )
  const part = freeName([...texts.values()])
  const ids = new Map()
  const idOf = (path) => ids.get(basename(path))
  const scripts = lists.map((entries) => {
    const names = entries.map((entry) => `${entry}.js`)
    const newNames = [...new Set(names.flatMap((name) => [...closure(imports, name)]))].filter((name) => !ids.has(name))
    for (const name of newNames) ids.set(name, ids.size)
    const chunks = newNames.map((name) => functionOf(texts.get(name), part, idOf, transform))
    return { chunks: chunks.join(',\n'), runs: names.map((name) => `${part}(${ids.get(name)})`) }
  })
  return { part, scripts }
}

/** Returns a chunk as the code of a function, in which an imported `name` reads `(name ??= part(id).name)`. */
function functionOf(text, part, idOf, transform) {
  const later = []
  const names = {}
  const bind = (name, value) => {
    names[name] = `$later${later.push(value) - 1}`
  }
  const body = text
    .replace(IMPORT, (_, list, whole, path) => {
      // An import without names only orders modules, and no module has effects when it is loaded.
      const from = path.startsWith('./') ? `${part}(${idOf(path)})` : `require("${path}")`
      if (whole !== undefined) bind(whole, from)
      for (const [name, local = name] of pairsIn(list)) bind(local, `${from}.${name}`)
      return ''
    })
    .replace(LATER, (_, path) => `(async()=>${part}(${idOf(path)}))()`)
    .replace(EXPORT, (_, list) => `return{${pairsIn(list).map((pair) => pair.reverse().join(':'))}}`)
  // esbuild replaces the names, since a name may be declared again in an inner scope.
  const renamed = transform(`$chunk=function(){${body}}`, { define: names }).code
  const code = renamed
    .replace(/\$later(\d+)/g, (name, index) => `(${name}??=${later[index]})`)
    .replace('{', () => (later.length === 0 ? '{' : `{var ${Object.values(names)};`))
  return transform(code, { minify: true, target: 'node20.19' }).code.replace(/^\$chunk=|;\n$/g, '')
}
