// Where the program lies: of a person, always in one place.

export const program = GSD_PROGRAM
