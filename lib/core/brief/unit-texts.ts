// Workflows with one step per unit type, served by unit. Names in a file of their own: the installer needs only them.

/** The work of each unit. */
export const WORK = 'work'

/** How to start a subagent for each unit. */
export const DELEGATE = 'delegate'
