// Compiled code that an install left: V8's cached data, one file per Node version beside the bundle, only read at run time. Small, because every program reads
// and compiles it from its source before anything else.
import { createHash } from 'node:crypto'
import { openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'

/** Name of the file for one Node, beside the bundle. */
export const codeCacheName = (bundle: string, version = process.version, arch: string = process.arch): string =>
  `${bundle}.${version}-${arch}.cache`

/** Room of the header, so that one read gets all of it: whole numbers of four bytes. */
const HEADER = 1024
/** Bytes behind the header, and how many files it names. */
const HEAD = 2
/** Of each file: the digest in its name, where its data lies behind the header, how long that is. */
const SLOT = 3

export type Compile = (name: string, source: string, filename: string) => Script

const digestIn = (name: string): number => Number.parseInt(name.slice(-12, -4), 16) | 0

const wordsIn = ({ buffer, byteOffset, length }: Uint8Array): Int32Array =>
  new Int32Array(buffer, byteOffset, length >> 2)

export const fromSource: Compile = (_, source, filename) => new Script(source, { filename })

/** What every call loads that writes: cryptography, which a digest needs, is loaded by then, or would be next. */
const WRITING = /^hot-(?:phases|write)-/

/** What stands behind the data of a file whose length is said to be below zero. */
const digestOf = (data: Uint8Array, hash: typeof createHash): Buffer => hash('sha256').update(data).digest()

/** The second copy goes through one small piece of memory: fresh pages cost more than reading. */
function isAt(file: number, start: number, data: Buffer): boolean {
  const piece = Buffer.allocUnsafeSlow(Math.min(PIECE, data.length))
  for (let done = 0, length = 0; done < data.length; done += length) {
    length = readSync(file, piece, 0, Math.min(piece.length, data.length - done), start + done)
    if (length === 0 || piece.compare(data, done, done + length, 0, length) !== 0) return false
  }
  return true
}
const PIECE = 65_536

/**
 * What is not there whole is compiled from its source. V8 looks at the head of its data alone and crashes on what a disk has damaged behind it, so the data lies
 * there twice: comparing both takes no longer than a sum over one word in sixty-four, and every byte counts. Where a call needs cryptography anyway, a digest stands
 * for the second copy.
 */
export function openCompiled(folder: string, bundle: string, builtin: NodeJS.Require): Compile {
  try {
    const file = openSync(join(folder, codeCacheName(bundle)), 'r')
    const header = Buffer.allocUnsafeSlow(HEADER)
    if (readSync(file, header) !== HEADER) return fromSource
    const words = wordsIn(header)
    const dataOf = (name: string): Buffer | undefined => {
      const digest = digestIn(name)
      for (let at = HEAD; at < Math.min(words.length, HEAD + (words[1] as number) * SLOT); at += SLOT) {
        if (words[at] !== digest) continue
        const [start, size] = [HEADER + (words[at + 1] as number), words[at + 2] as number]
        const data = Buffer.allocUnsafeSlow(Math.abs(size))
        if (readSync(file, data, 0, data.length, start) !== data.length) continue
        const check = size < 0 ? digestOf(data, builtin('node:crypto').createHash) : data
        if (isAt(file, start + data.length, check)) return data
      }
      return undefined
    }
    return (name, source, filename) => {
      let cachedData: Buffer | undefined
      try {
        cachedData = dataOf(name)
      } catch {
        // A damaged header names places that no file has.
      }
      return new Script(source, { filename, cachedData })
    }
  } catch {
    return fromSource
  }
}

/** What an install writes, from scripts by the names of their files; functions that ran are in it. */
export function compiledOf(scripts: ReadonlyMap<string, Script>): Uint8Array {
  const header = Buffer.alloc(HEADER)
  const words = wordsIn(header)
  if (HEAD + scripts.size * SLOT > words.length) throw new Error('too many files')
  const parts: Buffer[] = [header]
  let [offset, at] = [0, HEAD]
  for (const [name, script] of scripts) {
    const data = script.createCachedData()
    const isWriting = WRITING.test(name)
    const check = isWriting ? digestOf(data, createHash) : data
    words.set([digestIn(name), offset, isWriting ? -data.length : data.length], at)
    parts.push(data, check)
    offset += data.length + check.length
    at += SLOT
  }
  words.set([offset, scripts.size])
  return Buffer.concat(parts)
}

/**
 * Runs what is to be compiled without V8's baseline compiler. Of a function that it once compiled the data says so, and each process that reads the data compiles it
 * at its first call, which costs a tenth of a call. Data counts only under the flags it was made with, so the flag is given back; a script from before tells whether
 * that is how it was, because not every machine has this compiler.
 */
export async function withoutBaseline(run: () => Promise<void>): Promise<void> {
  const cachedData = new Script('0').createCachedData()
  setFlagsFromString('--no-sparkplug')
  try {
    await run()
  } finally {
    setFlagsFromString('--sparkplug')
    if (new Script('0', { cachedData }).cachedDataRejected === true) setFlagsFromString('--no-sparkplug')
  }
}

/** Whether these bytes are what `compiledOf` gave, all of them. */
export function isWholeCache(bytes: Uint8Array): boolean {
  if (bytes.length < HEADER) return false
  return HEADER + (wordsIn(Buffer.from(bytes.subarray(0, HEADER)))[0] as number) === bytes.length
}
