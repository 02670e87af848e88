// The flags that every verb of `gsd-tools` takes.

/** Global flags; `true` means a value follows. */
export const GLOBAL_FLAGS = {
  pretty: { takesValue: false, about: 'For people: the text report of the verb, or indented JSON' },
  pick: { takesValue: true, about: 'One field of the result, such as `plans[-1].id`' },
  raw: { takesValue: false, about: 'A scalar answer as bare text' },
  default: { takesValue: true, about: 'Answer this, with exit 0, where nothing is found' },
  cwd: { takesValue: true, about: 'Folder to start from' },
  ws: { takesValue: true, about: 'Workstream' },
  'dry-run': { takesValue: false, about: 'Show what would be written, write nothing' },
  trust: {
    takesValue: true,
    about: 'Digest of the list that gsd-tools trust prints: its commands may run in this call',
  },
  json: { takesValue: false, about: 'JSON on a terminal too, where people get text' },
  reader: { takesValue: true, about: 'Which scanner reads: native or ts' },
} as const satisfies Readonly<Record<string, { takesValue: boolean; about: string }>>
export type GlobalFlag = keyof typeof GLOBAL_FLAGS

/** First word of a completion request: asks for the possible words after the rest. */
export const ASKED = '__next'
