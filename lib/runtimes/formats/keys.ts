// Which keys the files of each format have. Clients that check every key lose the file over one more, and some lose all files.
import type { Emit } from '../runtime.js'
import { agentDotted, agentFolder, agentListed, agentMarkdown, agentPlain, agentYaml } from './agents.js'
import { commandHinted, commandMarkdown, commandPlain } from './commands.js'
import { agentPermissions } from './permissions.js'
import { neutralSkill, skillInvocable, skillMarkdown, skillPlain, skillVersioned } from './skills.js'
import { agentToml, commandToml } from './toml.js'

const NAMED = ['name', 'description']
const HIDDEN = 'disable-model-invocation'

/** Every format is here: a file with another key is never written. */
export const FILE_KEYS: ReadonlyMap<Emit, readonly string[]> = new Map([
  [commandMarkdown, ['description', 'argument-hint', HIDDEN]],
  [commandPlain, ['description']],
  [commandHinted, ['description', 'argument-hint']],
  [commandToml, ['description', 'prompt']],
  [skillMarkdown, [...NAMED, HIDDEN]],
  [neutralSkill, [...NAMED, HIDDEN]],
  [skillInvocable, [...NAMED, HIDDEN, 'user-invocable']],
  [skillPlain, NAMED],
  [skillVersioned, [...NAMED, 'version']],
  [agentMarkdown, [...NAMED, 'tools']],
  [agentListed, [...NAMED, 'tools']],
  [agentPlain, NAMED],
  [agentFolder, [...NAMED, 'allowed-tools']],
  [agentDotted, [...NAMED, 'tools']],
  [agentYaml, [...NAMED, 'tools']],
  [agentPermissions, ['description', 'mode', 'permission']],
  [agentToml, [...NAMED, 'developer_instructions']],
])
