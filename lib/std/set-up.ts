// Where the pack comes from, as errors and hints name it.

/** A call in a clone of the pack. */
export const inClone = (command: string): string => `in a clone of gsd-pack: ${command}`

export const SET_UP = inClone('npm run quickstart')
/** The newest version. */
export const UPDATE = inClone('git pull && npm run quickstart')
