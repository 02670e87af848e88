// Valid names of workstreams and of projects in the planning folder: each becomes a folder name.
const LEGAL = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

export const isLegalName = (name: string): boolean => LEGAL.test(name) && !name.includes('..')
