// What the hook program loads when it is due: checks that need the readers of planning files, what is kept in the person's folder, and calls of the CLI within the process.
export { planningGate } from '../hooks/checks/planning-gate.js'
export { keepTyped } from '../node/custody.js'
export { execute } from './execute.js'
