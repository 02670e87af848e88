// What many verbs take, and what they say of it.

export const PHASE = {
  type: 'text',
  positional: true,
  required: true,
  names: 'phase',
  about: 'Phase, e.g. 3 or 2.1',
} as const
export const PHASE_OR_DIRECTORY = {
  type: 'text',
  positional: true,
  required: true,
  names: 'phase',
  about: 'Phase, or its directory',
} as const

/** A version as people say it: with or without its `v`. */
export const versionOf = (given: string): string => (/^\d/.test(given) ? `v${given}` : given.toLowerCase())
export const isVersion = (version: string): boolean => /^v\d+(?:\.\d+)*$/.test(version)
