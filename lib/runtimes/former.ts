// Files of older packs of this family outside the rows' folders.

/** Clients' former roots, below the home or project: an older pack may still be installed there. */
export const FORMER_HOMES = [
  { runtime: 'antigravity', path: '.gemini/antigravity' },
  { runtime: 'antigravity', path: '.agent' },
  { runtime: 'windsurf', path: '.codeium/windsurf' },
  { runtime: 'windsurf', path: '.windsurf' },
  { runtime: 'kimi-code', path: '.config/agents' },
] as const

/** Texts below a root that contain a block of the older packs. */
export const BLOCK_FILES = ['AGENTS.md', 'copilot-instructions.md'] as const

/** Settings below a root with entries of the older packs that the client does not read. */
export const EXTRA_CONFIGS = ['settings.json', 'hooks.json', 'mcp_config.json'] as const

/** Unmarked texts of the older packs below a root; they cannot be told from the user's. */
export const LOOSE_TEXTS = ['.clinerules'] as const
