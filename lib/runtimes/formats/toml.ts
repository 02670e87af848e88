import { tomlString } from '../../std/toml-write.js'
import type { Emit } from '../runtime.js'
import { hex4 } from './entries.js'

/** `<name>.toml` with the three keys every version accepts, and the model if chosen. */
export const agentToml: Emit = (doc) => [
  {
    path: `${doc.name}.toml`,
    text: [
      `name = ${tomlString(doc.name)}`,
      `description = ${tomlString(doc.about)}`,
      ...(doc.model === null ? [] : [`model = ${tomlString(doc.model)}`]),
      `developer_instructions = ${tomlBlock(doc.body)}`,
      '',
    ].join('\n'),
  },
]

/** `<pack>/<name>.toml`, which the client calls `/<pack>:<name>`. */
export const commandToml: Emit = (doc) => [
  {
    path: `${doc.name.replace('-', '/')}.toml`,
    text: [`description = ${tomlString(doc.about)}`, `prompt = ${tomlBlock(doc.body)}`, ''].join('\n'),
  },
]

const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, (char) => `\\u${hex4(char)}`)

/** A literal block is the most readable; text it cannot hold is escaped in a basic block. */
const tomlBlock = (text: string): string =>
  text.includes("'''") || controls.test(text) || text.endsWith("'") ? `"""\n${escaped(text)}"""` : `'''\n${text}'''`
