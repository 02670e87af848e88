// Codex CLI: a plugin of skills and its marketplace.
import { codex } from '../clients/codex.js'
import { neutralSkill } from '../formats/entries.js'
import { type Channel, channelRow, json, MARKET, PLUGIN, SKILL_LEGEND } from './channel.js'

// The client substitutes nothing in skills, but tells the model their path.
const launcher = 'node "<skill>/../../get-shit-done/bin/gsd-tools.cjs"'
const folder = `plugins/${PLUGIN}`

export const codexPlugin: Channel = {
  id: 'codex-plugin',
  title: 'Codex plugin',
  row: channelRow(
    codex,
    { command: { folder: 'skills', emit: neutralSkill }, agent: null },
    { prefix: '$', separator: ':' },
  ),
  root: folder,
  names: { command: ':', agent: null },
  launchers: { command: launcher, agent: launcher, legend: SKILL_LEGEND },
  manifests: ({ title, about, version, license }) => ({
    '.agents/plugins/marketplace.json': json({
      name: MARKET,
      interface: { displayName: title },
      plugins: [
        {
          name: PLUGIN,
          source: { source: 'local', path: `./${folder}` },
          policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
          category: 'Productivity',
        },
      ],
    }),
    [`${folder}/.codex-plugin/plugin.json`]: json({
      name: PLUGIN,
      version,
      description: about,
      license,
      skills: './skills/',
      interface: { displayName: title, shortDescription: about, developerName: title, category: 'Productivity' },
    }),
  }),
  install: ['codex plugin marketplace add <source>', `codex plugin add ${PLUGIN}@${MARKET}`],
}
