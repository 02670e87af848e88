// The maps of existing code, by the focus that draws them: one fact for roles, checks and counts.

const FOCI: Readonly<Record<string, readonly string[]>> = {
  tech: ['STACK.md', 'INTEGRATIONS.md'],
  arch: ['ARCHITECTURE.md', 'STRUCTURE.md'],
  quality: ['CONVENTIONS.md', 'TESTING.md'],
  concerns: ['CONCERNS.md'],
}

/** What is enough for a first look. */
const FAST_MAPS: readonly string[] = ['STACK.md', 'STRUCTURE.md']

/** Maps that a unit of this id draws; none where its id is another one: it chooses them itself. */
export const mapsOf = (focus: string): readonly string[] => (focus === 'fast' ? FAST_MAPS : (FOCI[focus] ?? []))
