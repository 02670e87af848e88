// Claude Code: a plugin and its marketplace.
import { claude } from '../clients/claude.js'
import { type Channel, channelRow, json, MARKET, PLUGIN, placeholder } from './channel.js'

const launcher = `node "${placeholder('CLAUDE_PLUGIN_ROOT')}/get-shit-done/bin/gsd-tools.cjs"`

export const claudePlugin: Channel = {
  id: 'claude-plugin',
  title: 'Claude Code plugin',
  row: channelRow(claude, claude.places, { prefix: '/', separator: ':' }),
  root: PLUGIN,
  names: { command: ':', agent: ':' },
  // The client substitutes the path in commands and agents.
  launchers: { command: launcher, agent: launcher, legend: null },
  manifests: ({ title, about, version, license }) => ({
    '.claude-plugin/marketplace.json': json({
      name: MARKET,
      owner: { name: title },
      metadata: { description: about, version },
      plugins: [{ name: PLUGIN, source: `./${PLUGIN}`, description: about, version, license, strict: true }],
    }),
    // There is no `hooks` key: the client loads `hooks/hooks.json` anyway, and a declaration would disable all hooks.
    [`${PLUGIN}/.claude-plugin/plugin.json`]: json({
      name: PLUGIN,
      version,
      description: about,
      author: { name: title },
      license,
    }),
  }),
  install: ['claude plugin marketplace add <source>', `claude plugin install ${PLUGIN}@${MARKET}`],
}
