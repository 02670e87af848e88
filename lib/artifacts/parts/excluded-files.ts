// Files of a phase directory whose names look like one of ours and that are something else: outlines, copies from before a revision, reviews of plans.

const EXCLUDED = ['-OUTLINE.md', '.pre-bounce.md', '-PLAN-REVIEW.md'] as const

export const isExcluded = (name: string): boolean => EXCLUDED.some((suffix) => name.endsWith(suffix))
