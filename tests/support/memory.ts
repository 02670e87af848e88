// The machine's folder in memory, where it is large and runs programs: most of the time of a test on a disk is waiting for fsync.
import { accessSync, constants, readFileSync, statfsSync } from 'node:fs'

export const MEMORY = '/dev/shm'
/** How the folder of one test file begins: not as our commands do, which tests look for in what a client says. */
export const OWN_FOLDER = 'gsdtest-'
const ENOUGH = 2 * 1024 ** 3

export function memoryFolder(): string | null {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, place]) => place === MEMORY)
    const { bavail, bsize } = statfsSync(MEMORY)
    accessSync(MEMORY, constants.W_OK)
    return mount?.[3]?.split(',').includes('noexec') === false && bavail * bsize >= ENOUGH ? MEMORY : null
  } catch {
    return null
  }
}
