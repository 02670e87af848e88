// Environment variables through which the program that drives a session states the session's limits.

/** Set if the driver wants one unit per session. */
export const ONE_UNIT = 'GSD_ONE_UNIT'
/** When the driver ends the session, in epoch milliseconds. */
export const ENDS_AT = 'GSD_ENDS_AT'
