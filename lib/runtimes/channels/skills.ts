// Neutral skills in a folder, for tools that copy single skills into any client.
import { agents } from '../clients/agents.js'
import { type Channel, SKILL_LEGEND } from './channel.js'

const launcher = 'node "<skill>/scripts/gsd-tools.cjs"'

export const skills: Channel = {
  id: 'skills',
  title: 'Folder of skills (npx skills add)',
  row: agents,
  root: '',
  names: { command: '', agent: null },
  launchers: { command: launcher, agent: launcher, legend: SKILL_LEGEND },
  // Skills are copied one by one, so one of them has the payload, and the others look for it beside them.
  payload: 'skills/gsd-next/get-shit-done',
  finder: 'scripts',
  manifests: () => ({}),
  install: ['npx skills add <source>'],
}
