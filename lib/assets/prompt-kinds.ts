// Kinds of prompts and their folders: all a brief needs to know of sources.
export const PROMPT_KINDS = ['command', 'workflow', 'agent', 'reference', 'template'] as const
export type PromptKind = (typeof PROMPT_KINDS)[number]

/** In the sources and in a payload. */
export const FOLDERS: Readonly<Record<PromptKind, string>> = {
  command: 'commands',
  workflow: 'workflows',
  agent: 'agents',
  reference: 'references',
  template: 'templates',
}
