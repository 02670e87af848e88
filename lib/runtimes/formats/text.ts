// What the emitters share: quoting, front matter, the client's names of tools.
import type { PromptDoc, Runtime } from '../runtime.js'

/** A double-quoted scalar: valid YAML and valid JSON, whatever the text holds. */
export const quoted = (text: string): string =>
  JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029]/g, (char) => `\\u${hex4(char)}`)
export const hex4 = (char: string): string => char.charCodeAt(0).toString(16).padStart(4, '0')

export const frontMatter = (lines: readonly string[], body: string): string => `---\n${lines.join('\n')}\n---\n${body}`

/** A row says what a model looks like: a plain word to YAML. */
export const modelLine = ({ model }: PromptDoc): readonly string[] => (model === null ? [] : [`model: ${model}`])

/** Names of the client's own tools, each once, in the order the prompt gives them. */
export const toolNames = (doc: PromptDoc, runtime: Runtime): readonly string[] => [
  ...new Set(doc.tools.flatMap((action) => runtime.tools[action] ?? [])),
]
