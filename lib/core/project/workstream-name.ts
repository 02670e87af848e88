// What a workstream, or a project within the planning folder, may be called: it becomes the name of a folder.
const LEGAL = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

export const isLegalName = (name: string): boolean => LEGAL.test(name) && !name.includes('..')
