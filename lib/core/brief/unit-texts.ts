// The workflows whose steps are called as the unit types are, and served by unit. Their names lie apart: whoever installs asks for no more of what serves them.

/** Says the work of each unit to whoever does it. */
export const WORK = 'work'

/** Says of each unit that subagents do how one is started for it. */
export const DELEGATE = 'delegate'
