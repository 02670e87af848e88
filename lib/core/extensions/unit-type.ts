/** The unit type under which extensions have work done. */
export const EXTENSION_UNIT = 'extension'
