// What a refusal of the system means for a person, by its code.
import { isAbsolute } from 'node:path'
import { GsdError } from '../errors.js'

const WORDS: Readonly<Record<string, readonly [what: string, fix: string]>> = {
  ENOENT: ['is not there', 'make it, or name another one'],
  EEXIST: ['is there already', 'move it away, or name another one'],
  ENOTDIR: ['has a file where a folder must be', 'move that file away, or name another folder'],
  EISDIR: ['is a folder, and a file must be there', 'move it away, or name a file'],
  EACCES: ['may not be read or written by you', 'change who may use it (ls -l shows it), or name another one'],
  EPERM: ['may not be changed by you', 'change who may use it (ls -l shows it), or name another one'],
  EROFS: ['lies on a disk that is read only', 'name a place that can be written'],
  ENOSPC: ['has no room on its disk', 'make room, then run the same command again'],
  EDQUOT: ['has no room in your quota', 'make room, then run the same command again'],
}

/** `detail` is added to the message. The path of a program that cannot be started is its name, and of that the words say nothing. */
export function systemError({ code = '', message, path }: NodeJS.ErrnoException, detail: string): GsdError {
  const [what, fix] = WORDS[code] ?? []
  return what === undefined || fix === undefined || path === undefined || !isAbsolute(path)
    ? new GsdError({ code: 'IO', message: `${message}${detail}`, fix: 'fix what the message names and run it again' })
    : new GsdError({ code: 'IO', message: `${path} ${what} (${code})${detail}`, fix })
}
