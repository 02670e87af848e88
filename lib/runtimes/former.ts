// Where packs of this family put a client's files beside the folders that rows name.

/** Roots that clients had before, below the person's home or the project: another pack may still be installed there. */
export const FORMER_HOMES = [
  { runtime: 'antigravity', path: '.gemini/antigravity' },
  { runtime: 'antigravity', path: '.agent' },
  { runtime: 'windsurf', path: '.codeium/windsurf' },
  { runtime: 'windsurf', path: '.windsurf' },
  { runtime: 'kimi-code', path: '.config/agents' },
] as const

/** Texts below a root into which the family writes a block of its own. */
export const BLOCK_FILES = ['AGENTS.md', 'copilot-instructions.md'] as const

/** Settings below a root into which the family registers itself although the client reads others. */
export const EXTRA_CONFIGS = ['settings.json', 'hooks.json', 'mcp_config.json'] as const

/** Texts below a root that the family writes without any mark; nobody can tell them from a person's. */
export const LOOSE_TEXTS = ['.clinerules'] as const
