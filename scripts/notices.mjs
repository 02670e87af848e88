// Collects the licences of bundled packages, which must ship with the code.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const COPYRIGHT = /^\s*copyright\s+(?:\(c\)|©|\d{4})/i

/** Puts each paragraph on one line, so that the same licence is the same text however it is wrapped; drops the licence's title. */
const paragraphs = (text) =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter((part) => part !== '' && !/^\(?(?:the )?(?:mit|isc) license\)?(?: \(mit\))?$/i.test(part))
    .join('\n\n')

const packageOf = (input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? null

/**
 * @param {string} root
 * @param {Iterable<string>} inputs paths of the bundled files, relative to `root`
 * @returns {string}
 */
export function noticesOf(root, inputs) {
  const folders = [...new Set([...inputs].map(packageOf))].filter((folder) => folder !== null).sort()
  const packagesOf = new Map()
  for (const folder of folders) {
    const at = join(root, folder)
    const { name, version, license } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'))
    const file = readdirSync(at).find((entry) => /^licen[cs]e/i.test(entry))
    if (file === undefined && license === undefined) throw new Error(`${name} is bundled but states no licence`)
    const lines = (file === undefined ? `Licence: ${license}` : readFileSync(join(at, file), 'utf8'))
      .trim()
      .split(/\r?\n/)
    const owners = lines.filter((line) => COPYRIGHT.test(line)).map((line) => `  ${line.trim()}`)
    const text = paragraphs(lines.filter((line) => !COPYRIGHT.test(line)).join('\n'))
    packagesOf.set(text, [...(packagesOf.get(text) ?? []), `${name} ${version}`, ...owners])
  }
  const parts = [...packagesOf].map(([text, packages]) => `${packages.join('\n')}\n\n${text}\n`)
  return `The bundles contain code of these packages.\n\n${parts.join(`\n${'-'.repeat(72)}\n\n`)}`
}
