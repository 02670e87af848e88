// V8's compiled code of a bundle: a file for each Node beside the bundle. Node crashes on damaged code, so a checksum
// at its end is verified before use.
export const BUNDLES = ['program', 'hook'] as const
export type BundleName = (typeof BUNDLES)[number]

/** Path of the compiled code for one Node. */
export const compiledName = (bundle: BundleName): string => `${bundle}.${process.version}-${process.arch}.cache`

const SUM_BYTES = 4

/** Sums a word of every sector, the smallest unit of loss. Loading zlib or crypto would take longer. */
function checksum(code: Buffer, sum: number): number {
  const words = new Int32Array(code.buffer, code.byteOffset, code.length >> 2)
  let found = sum ^ code.length
  for (let at = 0; at < words.length; at += 128) found = Math.imul(found ^ (words[at] as number), 0x01000193)
  return found >>> 0
}

/** `sum`: checksum of the bundle's text, so that code of another bundle never fits. */
export function sealed(code: Buffer, sum: number): Buffer {
  const end = Buffer.alloc(SUM_BYTES)
  end.writeUInt32LE(checksum(code, sum))
  return Buffer.concat([code, end])
}

/** The code, or undefined if it is damaged or belongs to another bundle. */
export function opened(bytes: Buffer, sum: number): Buffer | undefined {
  const code = bytes.subarray(0, -SUM_BYTES)
  return bytes.length > SUM_BYTES && bytes.readUInt32LE(code.length) === checksum(code, sum) ? code : undefined
}
