// Gemini CLI: an extension.
import { gemini } from '../clients/gemini.js'
import { type Channel, channelRow, json, PLUGIN, placeholder } from './channel.js'

export const geminiExtension: Channel = {
  id: 'gemini-extension',
  title: 'Gemini CLI extension',
  row: channelRow(gemini, gemini.places, gemini.invoke.own),
  root: '',
  names: { command: '', agent: '' },
  launchers: {
    // The client does not substitute a path in commands; its shells expand the variable.
    command: `node "$HOME/.gemini/extensions/${PLUGIN}/get-shit-done/bin/gsd-tools.cjs"`,
    agent: `node "${placeholder('extensionPath')}/get-shit-done/bin/gsd-tools.cjs"`,
    legend: null,
  },
  manifests: ({ about, version }) => ({
    'gemini-extension.json': json({ name: PLUGIN, version, description: about }),
  }),
  install: ['gemini extensions install <source>'],
}
