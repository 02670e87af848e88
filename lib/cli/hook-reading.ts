// What is loaded after a call that read something, where no more of the program is needed.
import type { Done, Known } from '../hooks/plain-call.js'
import { rememberedAfter } from '../hooks/reading.js'
import { keepMemory, memoryPath } from '../node/session-memory.js'
import { ownFolder } from './hook-disk.js'

/** Remembers what was read. False: the checks may have something to say, and nothing was done. */
export function noted(event: Done, known: Known): boolean {
  const memory = rememberedAfter(event, known)
  if (memory === null) return false
  const text = JSON.stringify(memory)
  const at = text === JSON.stringify(known.memory) ? null : memoryPath(event.session, known.root, ownFolder)
  if (at !== null) keepMemory(at, text)
  return true
}
