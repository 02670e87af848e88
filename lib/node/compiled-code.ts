// V8's compiled code of a bundle, kept beside it: one file for each Node, with a checksum at its end. Node crashes on damaged code, so it is compared before use.
export const BUNDLES = ['program', 'hook'] as const
export type BundleName = (typeof BUNDLES)[number]

/** The file of compiled code for one Node, beside the bundle. */
export const compiledName = (bundle: BundleName, version = process.version, arch: string = process.arch): string =>
  `${bundle}.${version}-${arch}.cache`

const SUM_BYTES = 4

/** Over a word of every sector: less than a sector is never lost. A checksum of Node's own takes longer to load than it takes to use the code. */
function checksum(code: Buffer, sum: number): number {
  const words = new Int32Array(code.buffer, code.byteOffset, code.length >> 2)
  let found = sum ^ code.length
  for (let at = 0; at < words.length; at += 128) found = Math.imul(found ^ (words[at] as number), 0x01000193)
  return found >>> 0
}

/** `sum`: the checksum of the bundle's text, so that code of another bundle never fits. */
export function sealed(code: Buffer, sum: number): Buffer {
  const end = Buffer.alloc(SUM_BYTES)
  end.writeUInt32LE(checksum(code, sum))
  return Buffer.concat([code, end])
}

/** The code, or undefined when it is damaged or belongs to another bundle. */
export function opened(bytes: Buffer, sum: number): Buffer | undefined {
  const code = bytes.subarray(0, -SUM_BYTES)
  return bytes.length > SUM_BYTES && bytes.readUInt32LE(code.length) === checksum(code, sum) ? code : undefined
}
