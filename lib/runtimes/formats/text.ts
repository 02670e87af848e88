// Shared by emitters: quoting, front matter, the client's tool names.
import type { PromptDoc, Runtime } from '../runtime.js'

/** A double-quoted scalar: valid YAML and valid JSON for any text. */
export const quoted = (text: string): string =>
  JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029]/g, (char) => `\\u${hex4(char)}`)
export const hex4 = (char: string): string => char.charCodeAt(0).toString(16).padStart(4, '0')

export const frontMatter = (lines: readonly string[], body: string): string => `---\n${lines.join('\n')}\n---\n${body}`

/** Rows restrict a model to a plain YAML word. */
export const modelLine = ({ model }: PromptDoc): readonly string[] => (model === null ? [] : [`model: ${model}`])

/** The client's tool names, deduplicated, in the prompt's order. */
export const toolNames = (doc: PromptDoc, runtime: Runtime): readonly string[] => [
  ...new Set(doc.tools.flatMap((action) => runtime.tools[action] ?? [])),
]
