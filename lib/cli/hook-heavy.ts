// What the hook program loads when it is due: checks that need the readers of planning files, and calls of the CLI within the process.
export { planningGate } from '../hooks/checks/planning-gate.js'
export { execute } from './execute.js'
