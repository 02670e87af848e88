// The return format of agents: a final fenced block `yaml gsd-return`, a contract between prompts and code.

export const RETURN_STATUSES = ['COMPLETE', 'BLOCKED', 'CHECKPOINT', 'INCONCLUSIVE'] as const

/** Info string of the block's fence. */
export const RETURN_FENCE = 'yaml gsd-return'

/** Keys of every block; agents add their own. */
export const RETURN_KEYS = ['status', 'report', 'concerns', 'needs'] as const

/** Values of `verdict:` for judging agents. */
export const RETURN_VERDICTS: Readonly<Record<string, readonly string[]>> = {
  'plan-checker': ['passed', 'issues'],
  verifier: ['passed', 'gaps_found', 'human_needed'],
}

/** Heading above the block: `## PLANNER COMPLETE`. */
export const returnHeading = (agent: string): string => `## ${agent.toUpperCase()} COMPLETE`
