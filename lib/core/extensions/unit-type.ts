/** The unit type of extension work. */
export const EXTENSION_UNIT = 'extension'
