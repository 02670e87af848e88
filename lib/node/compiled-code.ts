// V8's compiled code of a bundle, in a file next to the bundle for each version of Node. Node crashes on damaged code,
// so the file ends with a checksum, which is verified before use.
export const BUNDLES = ['program', 'hook'] as const
export type BundleName = (typeof BUNDLES)[number]

/** The file name of the compiled code for this version of Node and this processor. */
export const compiledName = (bundle: BundleName): string => `${bundle}.${process.version}-${process.arch}.cache`

const SUM_BYTES = 4

/** Covers one word of every sector, the smallest part that a disk can lose. Loading a library would take longer. */
function checksum(code: Buffer, sum: number): number {
  const words = new Int32Array(code.buffer, code.byteOffset, code.length >> 2)
  let found = sum ^ code.length
  for (let at = 0; at < words.length; at += 128) found = Math.imul(found ^ (words[at] as number), 0x01000193)
  return found >>> 0
}

/** Appends the checksum. `sum`: the checksum of the bundle's text, so that code of another bundle is rejected. */
export function withChecksum(code: Buffer, sum: number): Buffer {
  const end = Buffer.alloc(SUM_BYTES)
  end.writeUInt32LE(checksum(code, sum))
  return Buffer.concat([code, end])
}

/** The code without its checksum; undefined if it is damaged or belongs to another bundle. */
export function verifiedCode(bytes: Buffer, sum: number): Buffer | undefined {
  const code = bytes.subarray(0, -SUM_BYTES)
  return bytes.length > SUM_BYTES && bytes.readUInt32LE(code.length) === checksum(code, sum) ? code : undefined
}
