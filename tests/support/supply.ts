// A small pack for installations, whose texts a test can change between two versions.
import { bytesOf } from '../../lib/install/disk.js'
import type { Supply } from '../../lib/install/wanted.js'

export interface SupplyOptions {
  readonly version?: string
  readonly commands?: Readonly<Record<string, string>>
  readonly agents?: Readonly<Record<string, string>>
  readonly files?: Readonly<Record<string, string>>
}

export const LINES = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n'
const COMMANDS = { next: 'Run it.\n', 'plan-phase': 'Run it.\n' }
const AGENTS = { planner: 'You plan.\n' }
const FILES = { 'workflows/next.md': LINES, 'references/gates.md': 'Gates.\n' }

export const supplyOf = ({
  version = '1.0.0',
  commands = COMMANDS,
  agents = AGENTS,
  files = FILES,
}: SupplyOptions = {}): Supply => ({
  version,
  programs: [
    { path: 'gsd-tools.cjs', bytes: bytesOf(`// tools ${version}\n`) },
    { path: `chunks/one-${version}.cjs`, bytes: bytesOf(`// chunk ${version}\n`) },
  ],
  hookSource: (name) => `console.log('${name}', GSD_PROGRAM, GSD_CLIENT)
`,
  render: (_runtime, launcher) => ({
    commands: Object.entries(commands).map(([name, body]) => ({
      name: `gsd-${name}`,
      about: `About "${name}": it`,
      argumentHint: '[phase]',
      tools: [],
      cli: '',
      model: null,
      body: `${launcher}\n${body}`,
    })),
    agents: Object.entries(agents).map(([name, body]) => ({
      name: `gsd-${name}`,
      about: `Role ${name}`,
      argumentHint: '',
      tools: ['read', 'shell'],
      cli: '',
      model: null,
      body,
    })),
    files: Object.entries(files).map(([path, content]) => ({ path, text: content })),
  }),
})
