// `auggie command list` includes skills, and needs no account or network.
import type { ListingCommand } from '../runtime.js'
import { complaintsIn } from './lines.js'

export const augmentCommands: ListingCommand = {
  args: ['command', 'list'],
  env: { AUGMENT_DISABLE_AUTO_UPDATE: '1' },
  input: '',
  isEnough: null,
  read: ({ stdout, stderr, status }) => ({
    commands:
      status === 0
        ? [...`${stdout}\n${stderr}`.matchAll(/^ {2}([a-z0-9:-]+) \[args\.\.\.\]/gm)].map(([, name]) => name as string)
        : null,
    agents: null,
    complaints: complaintsIn(stderr),
  }),
}
