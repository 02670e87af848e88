// Trae's build for China differs only in the program and the user's folder.
import { everywhere, type Runtime } from '../runtime.js'
import { trae } from './trae.js'

export const traeCn = {
  ...trae,
  programs: ['trae-cn'],
  id: 'trae-cn',
  title: 'Trae CN',
  home: { ...trae.home, global: '.trae-cn' },
  listings: { command: [everywhere('trae-cn', 'skills')], agent: [] },
} as const satisfies Runtime
