// Files of which no guard has anything to say when they are read: most of a day's.
import type { Surroundings } from '../surroundings.js'
import { isSecretFile } from './secret-files.js'

/** By the name of an absolute path and by where it leads. What is not ordinary is for the guards themselves to judge. */
export function isOrdinary(path: string, { own, real }: Pick<Surroundings, 'own' | 'real'>): boolean {
  const folder = real(own).toLowerCase()
  const target = real(path)
  return isUnguarded(target, folder) && (target === path || isUnguarded(path, folder))
}

const isUnguarded = (path: string, own: string): boolean => {
  const lowered = path.toLowerCase()
  return !lowered.includes('/.gsd') && !lowered.startsWith(own) && !isSecretFile(path)
}
