// Builds the native scanner for this machine, and prints a line that says what was built or why nothing was. `--require`: in
// the second case also prints cargo's errors and exits with code 1. `--compile`: installs nothing, and prints only failures.

import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const crate = join(root, 'native')
const LIBRARY = { linux: 'libgsd_native.so', darwin: 'libgsd_native.dylib', win32: 'gsd_native.dll' }

/** Writes the tables of lib/markdown/spans.ts as Rust constants. */
async function writeKinds() {
  const { code } = await transform(readFileSync(join(root, 'lib/markdown/spans.ts'), 'utf8'), {
    loader: 'ts',
    format: 'esm',
  })
  const spans = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
  const screamingCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
  const lines = ['// Written by scripts/build-native.mjs from lib/markdown/spans.ts.', '']
  const constant = (name, type, value) => lines.push(`pub const ${name}: ${type} = ${value >>> 0};`)
  constant('ABI', 'u32', spans.ABI)
  constant('SPAN_U32_COUNT', 'usize', spans.SPAN_U32_COUNT)
  for (const [name, value] of Object.entries(spans.SPAN_KINDS)) constant(screamingCase(name), 'u32', value)
  for (const name of ['HEADING_SETEXT', 'ITEM_INDENT_MASK', 'ITEM_ORDERED', 'ITEM_HAS_CHECKBOX', 'ITEM_CHECKED'])
    constant(name, 'u32', spans[name])
  for (const [name, value] of Object.entries(spans.LIMITS)) constant(`MAX_${screamingCase(name)}`, 'usize', value)
  const file = join(crate, 'src/kinds.rs')
  const text = `${lines.join('\n')}\n`
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
}

/** Builds the addon and, without `--compile`, installs it; returns why that was impossible, or null. */
function build() {
  const library = LIBRARY[process.platform]
  if (library === undefined)
    return `this platform (${process.platform}) is not one of ${Object.keys(LIBRARY).join(', ')}`
  const cargo = spawnSync('cargo', ['--version'], { encoding: 'utf8' })
  if (cargo.error || cargo.status !== 0) return 'cargo is not installed (see rustup.rs)'
  const built = spawnSync('cargo', ['build', '--release', '--locked'], { cwd: crate, encoding: 'utf8' })
  if (built.status !== 0) {
    const lines = (built.stderr ?? '').split('\n')
    if (process.argv.includes('--require')) process.stderr.write(built.stderr ?? '')
    return `cargo failed: ${(lines.find((line) => line.startsWith('error')) ?? 'no message').trim()}`
  }
  if (process.argv.includes('--compile')) return null
  const target = process.env.CARGO_TARGET_DIR ?? join(crate, 'target')
  const addon = join(crate, `gsd-native.${process.platform}-${process.arch}.node`)
  // The new file is renamed into place, because a running process may have the old one mapped.
  const staging = `${addon}.${process.pid}`
  copyFileSync(join(target, 'release', library), staging)
  rmSync(addon, { force: true })
  renameSync(staging, addon)
  console.log(`native scanner: built ${addon.slice(root.length)} (${Math.round(statSync(addon).size / 1024)} KB)`)
  return null
}

await writeKinds()
const problem = build()
if (problem !== null) {
  console.log(`native scanner: not built, so the TypeScript scanner is used: ${problem}`)
  if (process.argv.includes('--require')) process.exitCode = 1
}
