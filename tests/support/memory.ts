// The machine's in-memory folder, if it is writable, has enough space and allows programs to run: tests on a disk mostly wait for fsync.
import { accessSync, constants, readFileSync, statfsSync } from 'node:fs'

export const MEMORY = '/dev/shm'
/** Prefix of the folder of one test file. It differs from that of our commands, which tests search for in the output of clients. */
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
