// Reads the YAML of front matter into a tree with positions: block and flow collections, all scalars, comments.
//
// Not a library, because an edit needs the place of every value, one broken line must not hide the other keys, and a
// hot verb cannot wait for a library to load. Tests compare it with js-yaml (FAILSAFE). Every scalar stays text.
// Anchors, aliases, tags and merge keys are read as text, with a problem reported.
import { blockList, blockMap, value } from './yaml/blocks.js'
import { keyAt } from './yaml/keys.js'
import { type Line, Reader } from './yaml/reader.js'
import type { YamlNode, YamlRead } from './yaml/tree.js'

/** Reads `text[start, end)`; `start` is the start of a line. Never throws; linear time. */
export const readYaml = (text: string, start = 0, end = text.length): YamlRead => read(new Reader(text, start, end))

function read(r: Reader): YamlRead {
  r.skipEmpty()
  const root = r.at < r.lines.length ? rootBlock(r) : r.nothing(r.origin)
  return { root, problems: r.problems }
}

/** The first line that can begin a map or list decides the kind; lines before it are reported. */
function rootBlock(r: Reader): YamlNode {
  const line = r.lines[r.at] as Line
  if (r.isDash(line.first, line.end)) return blockList(r, line.indent)
  if (r.text[line.first] === '[' || r.text[line.first] === '{' || onlyText(r)) return value(r, line.first, -1, false)
  return blockMap(r, line.indent, 0)
}

/** Whether no line looks like a key. */
function onlyText(r: Reader): boolean {
  return !r.lines.some((line) => !line.empty && keyAt(r, line.first, line.end) !== null)
}
