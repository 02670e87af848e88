// The YAML of front matter, read into a tree with positions: block and flow maps and lists, plain, quoted and block scalars, comments.
//
// One reader instead of a library, because an edit needs to know where every value lies, because a block with one broken line must
// still give all its other keys, and because a hot verb cannot wait for a library to load. Tests hold it against js-yaml (FAILSAFE).
// Every scalar stays text. Anchors, aliases, tags and merge keys are never obeyed: they are text, with a problem reported.
import { blockList, blockMap, value } from './yaml/blocks.js'
import { keyAt } from './yaml/keys.js'
import { type Line, Reader } from './yaml/reader.js'
import type { YamlNode, YamlRead } from './yaml/tree.js'

/** Reads `text[start, end)`; `start` is the beginning of a line. Never throws; time linear in the length. */
export const readYaml = (text: string, start = 0, end = text.length): YamlRead => read(new Reader(text, start, end))

function read(r: Reader): YamlRead {
  r.skipEmpty()
  const root = r.at < r.lines.length ? rootBlock(r) : r.nothing(r.origin)
  return { root, problems: r.problems }
}

/** The first line that can begin a map or list decides; lines before it are reported. */
function rootBlock(r: Reader): YamlNode {
  const line = r.lines[r.at] as Line
  if (r.isDash(line.first, line.end)) return blockList(r, line.indent)
  if (r.text[line.first] === '[' || r.text[line.first] === '{' || onlyText(r)) return value(r, line.first, -1, false)
  return blockMap(r, line.indent, 0)
}

/** No line anywhere looks like a key. */
function onlyText(r: Reader): boolean {
  return !r.lines.some((line) => !line.empty && keyAt(r, line.first, line.end) !== null)
}
