// Every check there is: those of the pack itself, of which the first may refuse, and those of the features.
import type { Check } from '../hooks/check.js'
import { checksWith } from '../hooks/checks/all.js'
import { FEATURES } from './all.js'
import type { Feature } from './feature.js'

const BY_FEATURE: readonly Pick<Feature, 'hooks'>[] = FEATURES

/** `load`: as for `checksWith`. */
export const allChecks = (load: Parameters<typeof checksWith>[0]): readonly Check[] => [
  ...checksWith(load),
  ...BY_FEATURE.flatMap(({ hooks }) => hooks?.() ?? []),
]

/** What is known of them without running one. */
export const knownChecks = (): readonly Omit<Check, 'run'>[] =>
  allChecks(() => {
    throw new Error('this registry is only looked at')
  })
