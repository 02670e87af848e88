// Where packs of this family, or an earlier version of ours, kept a client's files before: whatever is recorded there is found, taken over or moved.
import type { Scope } from './terms.js'

/** One move of a root. Numbered in the order in which they happened; a number is never used again. */
export interface FormerHome {
  readonly id: number
  /** Row whose root it was. */
  readonly runtime: string
  readonly scope: Scope
  /** Below the person's home, or below the project. */
  readonly path: string
}

export const FORMER_HOMES = [
  { id: 1, runtime: 'antigravity', scope: 'global', path: '.gemini/antigravity' },
  { id: 2, runtime: 'antigravity', scope: 'local', path: '.agent' },
  { id: 3, runtime: 'windsurf', scope: 'global', path: '.codeium/windsurf' },
  { id: 4, runtime: 'windsurf', scope: 'local', path: '.windsurf' },
  { id: 5, runtime: 'kimi-code', scope: 'global', path: '.config/agents' },
] as const satisfies readonly FormerHome[]

/** Texts below a root into which the family writes a block of its own. */
export const BLOCK_FILES = ['AGENTS.md', 'copilot-instructions.md'] as const

/** Settings below a root into which the family registers itself although the client reads others. */
export const EXTRA_CONFIGS = ['settings.json', 'hooks.json', 'mcp_config.json'] as const

/** Texts below a root that the family writes without any mark; nobody can tell them from a person's. */
export const LOOSE_TEXTS = ['.clinerules'] as const
