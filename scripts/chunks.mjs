// Joins a build's chunks into scripts. Each becomes a lazy function: V8's compiled code omits functions that never ran,
// and code shared by two programs is written once.
import { basename } from 'node:path'

const IMPORT = /\bimport(?:\{([\w$ ,]*)\}from|(?:\*as | )([\w$]+) from)?"((?:\.\/|node:)[\w./-]+)";/g
const EXPORT = /export\{([^}]*)\};\s*$/
const LATER = /\bimport\("\.\/([^"]+)"\)/g

/** `a as b,c` as object fields. */
const fields = (names, order) =>
  names
    .split(',')
    .map((name) => order(name.split(' as ')).filter(Boolean).join(':'))
    .join(',')

/** A short name unused by any chunk. */
function freeName(texts) {
  const used = new Set(texts.join('\n').match(/[\w$]+/g))
  return Array.from({ length: 676 }, (_, at) => `$${(at + 360).toString(36)}`).find((name) => !used.has(name))
}

/** A chunk and its transitive imports. */
function reached(imports, name, found = new Set()) {
  if (found.has(name) || !imports.has(name)) return found
  found.add(name)
  for (const path of imports.get(name)) reached(imports, path, found)
  return found
}

/**
 * For each list of entries: their chunks, except those of an earlier list, and the expression that runs each entry.
 * `part`: the name of the function that runs a chunk.
 * @returns {{ part: string, scripts: { chunks: string, runs: string[] }[] }}
 */
export function joined({ metafile, outputFiles }, lists) {
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]))
  const imports = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [
      basename(path),
      output.imports.map((one) => basename(one.path)),
    ]),
  )
  const part = freeName([...texts.values()])
  const ids = new Map()
  const idOf = (path) => ids.get(basename(path))
  const scripts = lists.map((entries) => {
    const names = entries.map((entry) => `${entry}.js`)
    const own = [...new Set(names.flatMap((name) => [...reached(imports, name)]))].filter((name) => !ids.has(name))
    for (const name of own) ids.set(name, ids.size)
    const chunks = own.map((name) => functionOf(texts.get(name), part, idOf))
    return { chunks: chunks.join(',\n'), runs: names.map((name) => `${part}(${ids.get(name)})`) }
  })
  return { part, scripts }
}

function functionOf(text, part, idOf) {
  const body = text
    .replace(IMPORT, (_, names, whole, path) => {
      // An import without names only orders modules, and none has effects on loading.
      if (names === undefined && whole === undefined) return ''
      const from = path.startsWith('./') ? `${part}(${idOf(path)})` : `require("${path}")`
      return `const ${whole ?? `{${fields(names, (pair) => pair)}}`}=${from};`
    })
    .replace(LATER, (_, path) => `(async()=>${part}(${idOf(path)}))()`)
    .replace(EXPORT, (_, names) => `return{${fields(names, (pair) => pair.reverse())}}`)
  return `function(){${body}}`
}
