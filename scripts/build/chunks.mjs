// What a chunk becomes: from the CommonJS that esbuild writes to a function of the file it lies in, which gives its exports. The glue between chunks would
// otherwise be a third of all functions, and every function costs room and time in compiled code, called or not.

/**
 * In the code of a chunk `$chunk(id)` is another chunk, made when something of it is first used: a verb pays for what it runs. `$late(id)` promises one, and
 * `$loaders(text)` makes functions that promise one export of one each, by their names; two hundred calls of it would be the largest part of what is compiled.
 * Ids are numbers. `$node(name)` is a module of Node.
 */
const PARAMETERS = ['$chunk', '$late', '$loaders', '$node', 'require', '__dirname']

/** What Node has loaded before any program runs. Everything else of it is loaded when something of it is first used: cryptography or a terminal would cost a small verb as much as all its own code. */
const ALWAYS_LOADED = new Set(['buffer', 'fs', 'path', 'process', 'url', 'util'])

const HELPERS =
  /^var __(?:defProp|getOwnPropDesc|getOwnPropNames|hasOwnProp|export|copyProps|toCommonJS|create|getProtoOf|toESM) = /
const OWN_EXPORTS =
  /^var stdin_exports = \{\};\n(?:__export\(stdin_exports, \{\n([\s\S]*?)\n\}\);\n)?module\.exports = __toCommonJS\(stdin_exports\);\n/m
const IMPORT = /^var import_\w+ = require\("\.\/(?:chunks\/)?[\w-]+\.cjs"\);\n/gm
const NODE_IMPORT = /^var (import_\w+) = require\("node:([\w/]+)"\);\n/gm
const LATE = /Promise\.resolve\(\)\.then\(\(\) => __toESM\(require\("\.\/(?:chunks\/)?([\w-]+)\.cjs"\)\)\)/g
const LOADERS = /(?:(?:"[\w.-]+"|\w+): async \(\) => \(await \$late\(\d+\)\)\.\w+(?:, )?)+/g
/** A table of nothing else is made when it is looked into. */
const TABLE_OF_LOADERS = /\b(\w+): \{\s*\.\.\.(\$loaders\("(?:[^"\\]|\\.)*"\))\s*\}/g
const LOADER = /("[\w.-]+"|\w+): async \(\) => \(await \$late\((\d+)\)\)\.(\w+)/g

/**
 * The body of the function that makes a chunk.
 * @param {string} code as esbuild's transform to CommonJS leaves it, not minified
 * @param {(name: string) => number} idOf id of the chunk in the file of that name
 */
export function chunkBody(code, idOf) {
  const [whole, listing = ''] = code.match(OWN_EXPORTS) ?? ['', '']
  const variables = new Map(
    [...code.matchAll(/^var (import_\w+) = require\("\.\/(?:chunks\/)?([\w-]+)\.cjs"\);$/gm)].map(
      ([, variable, name]) => [variable, idOf(name)],
    ),
  )
  const modules = new Map()
  // Every file of the chunk brings its own variable for a module of Node; the first serves all.
  const first = new Map()
  const same = new Map()
  const sourceOf = (variable) => {
    if (modules.has(variable)) return `$node("${modules.get(variable)}")`
    return variables.has(variable) ? `$chunk(${variables.get(variable)})` : null
  }
  const late = code
    .replace(whole, '')
    .replace(IMPORT, '')
    .replace(NODE_IMPORT, (line, variable, name) => {
      if (ALWAYS_LOADED.has(name)) {
        if (!first.has(name)) first.set(name, variable)
        same.set(variable, first.get(name))
        return first.get(name) === variable ? line : ''
      }
      modules.set(variable, name)
      return ''
    })
    .replace(/\bimport_\w+\b/g, (variable) => same.get(variable) ?? variable)
    .replace(LATE, (_, name) => `$late(${idOf(name)})`)
    .replace(LOADERS, loadersIn)
    .replace(TABLE_OF_LOADERS, 'get $1() { return $2 }')
    // A call without its object, not the end of an argument list.
    .replace(/(?<![\w$\])])\(0, (import_\w+)(\.[\w$]+)\)/g, (text, variable, member) => {
      const found = sourceOf(variable)
      return found === null ? text : `(${found})${member}`
    })
    .replace(/\b(import_\w+)\./g, (text, variable) => {
      const found = sourceOf(variable)
      return found === null ? text : `(${found}).`
    })
  const exported = listing
    .split(/,?\n/)
    .filter(Boolean)
    .map((line) => exportOf(line, variables))
  const body = withoutHelpers(late)
  const left = /.*(?:require\("\.|\bstdin_exports\b).*/.exec(body) ?? leftOf([...modules.keys()], body)
  if (left !== null) throw new Error(`glue is left in a chunk: ${left[0]}`)
  return `${body}\nreturn { ${exported.join(', ')} };`
}

/** The first line in which one of these names still stands as a variable. */
const leftOf = (names, body) => (names.length === 0 ? null : new RegExp(`.*\\b(?:${names.join('|')})\\b.*`).exec(body))

/** Members of an object literal, as members it gets from one text: `name id export`, one a line. */
function loadersIn(members) {
  const lines = [...members.matchAll(LOADER)].map(([, name, id, value]) => `${name.replaceAll('"', '')} ${id} ${value}`)
  return `...$loaders(${JSON.stringify(lines.join('\n'))})${members.endsWith(', ') ? ', ' : ''}`
}

/** One export as a member of the object that a chunk gives. What only passes through is fetched from its own chunk when it is asked for. */
function exportOf(line, variables) {
  const [, name, value, member] = /^ {2}("[^"]+"|[\w$]+): \(\) => ([\w$]+)(\.[\w$]+)?$/.exec(line) ?? []
  if (name === undefined) throw new Error(`unknown export: ${line}`)
  return member === undefined
    ? `${name}: ${value}`
    : `get ${name}() { return ($chunk(${variables.get(value)}))${member} }`
}

/** The helpers go where only the glue needed them. */
function withoutHelpers(code) {
  const parts = code.split(/^(?=[^\s})\]])/m)
  const helpers = parts.filter((part) => HELPERS.test(part))
  const rest = parts.filter((part) => !HELPERS.test(part)).join('')
  const needed = /\b__(?:export|copyProps|toCommonJS|toESM)\b/.test(rest)
  return needed ? helpers.join('') + rest : rest
}

/** A call of it becomes what it is given, between parentheses. */
const AT_ONCE = '$atOnce'

/**
 * The text of a file of chunks: one expression, a function that is given `PARAMETERS` and gives the makers of its chunks by id.
 * @param {readonly (readonly [id: number, body: string])[]} chunks
 * @param {(id: number, body: string) => boolean} isAtOnce it is made whenever the file is compiled: V8 would look through it twice before it compiles it; a function between
 *   parentheses it compiles with what is around it
 * @param {(text: string) => Promise<string>} minified takes parentheses away that the language does not need
 */
export async function fileText(chunks, isAtOnce, minified) {
  const makerOf = (id, body) => (isAtOnce(id, body) ? `${AT_ONCE}(function () {\n${body}\n})` : `() => {\n${body}\n}`)
  const makers = chunks.map(([id, body]) => `${id}: ${makerOf(id, body)}`)
  const text = `(function (${PARAMETERS.join(', ')}) { "use strict"; return {\n${makers.join(',\n')}\n} })`
  return (await minified(text)).replaceAll(`${AT_ONCE}(`, '(')
}
