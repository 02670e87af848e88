// Files of a phase directory that only look like ours: outlines, backups before a revision, reviews of plans.

const EXCLUDED = ['-OUTLINE.md', '.pre-bounce.md', '-PLAN-REVIEW.md'] as const

export const isExcluded = (name: string): boolean => EXCLUDED.some((suffix) => name.endsWith(suffix))
