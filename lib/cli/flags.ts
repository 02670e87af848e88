// The flags that every verb of `gsd-tools` takes.

/** Global flags; `true` means a value follows. */
export const GLOBAL_FLAGS = {
  pretty: { takesValue: false, about: 'Text report of the verb, or indented JSON' },
  pick: { takesValue: true, about: 'One field of the result, such as `plans[-1].id`' },
  raw: { takesValue: false, about: 'Print a scalar result as bare text' },
  cwd: { takesValue: true, about: 'Working folder' },
  ws: { takesValue: true, about: 'Workstream' },
  trust: {
    takesValue: true,
    about: 'Digest printed by gsd-tools trust: allows its commands in this call',
  },
  json: { takesValue: false, about: 'JSON on a terminal too, instead of text' },
} as const satisfies Readonly<Record<string, { takesValue: boolean; about: string }>>
export type GlobalFlag = keyof typeof GLOBAL_FLAGS
