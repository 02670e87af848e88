// How to set up and update the pack, for errors and hints.

export const inClone = (command: string): string => `in a clone of gsd-pack: ${command}`

export const SET_UP = inClone('npm run quickstart')
export const UPDATE = inClone('git pull && npm run quickstart')
