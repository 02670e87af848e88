// Where an older pack may have left files or edits: former roots, and files below a root.

/** Clients' former roots, below the user's home or a project: an older pack may still be installed there. */
export const FORMER_HOMES = [
  { runtime: 'antigravity', path: '.gemini/antigravity' },
  { runtime: 'antigravity', path: '.agent' },
  { runtime: 'windsurf', path: '.codeium/windsurf' },
  { runtime: 'windsurf', path: '.windsurf' },
  { runtime: 'kimi-code', path: '.config/agents' },
] as const

/** Files below a root in which an older pack may have left a block. */
export const BLOCK_FILES = ['AGENTS.md', 'copilot-instructions.md'] as const

/** Settings files below a root that an older pack may have edited, even if the client does not read them. */
export const EXTRA_CONFIGS = ['settings.json', 'hooks.json', 'mcp_config.json'] as const

/** Unmarked files that older packs wrote below a root; they cannot be told from the user's own. */
export const LOOSE_TEXTS = ['.clinerules'] as const
