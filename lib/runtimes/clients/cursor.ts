// Cursor: editor and command-line client.
import { claudeTools } from '../families/claude-like.js'
import {
  camelEvents,
  client,
  homeIn,
  hookDefaults,
  placesAndListings,
  startPhrase,
  untried,
  withSelfFallback,
} from '../families/client.js'
import { agentPlain, skillMarkdown } from '../formats/entries.js'
import { flatHooks } from '../formats/hooks.js'
import { instructionsOffer, settingsIn } from '../offers.js'
import { everywhere, inProject, type Runtime } from '../runtime.js'

export const cursor = {
  ...client,
  programs: ['cursor', 'cursor-agent'],
  id: 'cursor',
  title: 'Cursor',
  home: homeIn('.cursor'),
  ...placesAndListings('cursor', {
    // Not `commands/`: a command and a skill with the same name would be listed twice.
    command: {
      folder: 'skills',
      emit: skillMarkdown,
      also: [
        everywhere('agents', 'skills'),
        everywhere('claude', 'skills'),
        everywhere('codex', 'skills'),
        everywhere('cursor', 'commands'),
      ],
    },
    // Another client keeps its TOML agents in a folder that Cursor also reads, but Cursor ignores TOML.
    agent: { folder: 'agents', emit: agentPlain, also: [inProject('claude', 'agents')] },
  }),
  alwaysOn: { own: false, shared: false, agent: true },
  tools: { ...claudeTools, edit: 'StrReplace', shell: 'Shell', ask: null },
  offers: [instructionsOffer(null, '../AGENTS.md')],
  configs: [{ path: 'hooks.json', format: 'json' }],
  abilities: { subagents: true, questions: false, hooks: true },
  spawn: withSelfFallback(startPhrase('the Task tool', 'subagent_type')),
  hooks: {
    ...hookDefaults,
    dialect: 'permission',
    events: { ...camelEvents, 'prompt-submit': ['beforeSubmitPrompt'], 'turn-end': ['stop'] },
    tools: { Read: 'read', Write: 'write', Shell: 'shell', Grep: 'grep', Task: 'spawn' },
    ...flatHooks(settingsIn('json', ['hooks.json'], ['hooks.json'])),
  },
  ...untried('docs', { source: 'documentation of skills, subagents and hooks', on: '2026-11' }),
} as const satisfies Runtime
