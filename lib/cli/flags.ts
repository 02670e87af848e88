// The flags that every verb of `gsd-tools` takes.

/** Global flags; `true` means a value follows. */
export const GLOBAL_FLAGS = {
  pretty: { takesValue: false, about: 'Text report of the verb, or indented JSON' },
  pick: { takesValue: true, about: 'One field of the result, such as `plans[-1].id`' },
  raw: { takesValue: false, about: 'Print a scalar result as bare text' },
  default: { takesValue: true, about: 'Print this, with exit 0, if nothing is found' },
  cwd: { takesValue: true, about: 'Working folder' },
  ws: { takesValue: true, about: 'Workstream' },
  'dry-run': { takesValue: false, about: 'Show the writes, write nothing' },
  trust: {
    takesValue: true,
    about: 'Digest printed by gsd-tools trust: allows its commands in this call',
  },
  json: { takesValue: false, about: 'JSON on a terminal too, instead of text' },
  reader: { takesValue: true, about: 'Scanner: native or ts' },
} as const satisfies Readonly<Record<string, { takesValue: boolean; about: string }>>
export type GlobalFlag = keyof typeof GLOBAL_FLAGS

/** First word of a completion request: asks for the possible words after the rest. */
export const COMPLETION_REQUEST = '__next'
