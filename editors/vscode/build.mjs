// `node editors/vscode/build.mjs [folder]`: builds the extension as a folder that an editor can load, and a .vsix
// file next to that folder if the packager was fetched.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { folderOf } from '../../scripts/pinned.mjs'

const here = import.meta.dirname
const root = join(here, '../..')
const target = resolve(process.argv[2] ?? join(root, 'dist.editor/vscode'))
const read = (path) => readFileSync(path, 'utf8')

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
await build({
  entryPoints: [join(here, 'src/extension.ts')],
  outfile: join(target, 'extension.cjs'),
  bundle: true,
  external: ['vscode'],
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  minify: true,
  logLevel: 'warning',
})
const { version, license } = JSON.parse(read(join(root, 'package.json')))
const { type: _, ...manifest } = JSON.parse(read(join(here, 'package.json')))
writeFileSync(
  join(target, 'package.json'),
  JSON.stringify({ ...manifest, version, license, files: ['*.cjs', 'media/*', '*.md', 'LICENSE'] }, null, 2),
)
cpSync(join(here, 'media'), join(target, 'media'), { recursive: true })
cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'))
// The pages that the links point to are not part of the package.
writeFileSync(
  join(target, 'README.md'),
  read(join(root, 'docs/how-to/editor.md')).replace(/\[([^\]]+)\]\([^)]+\)/g, '$1'),
)

const packager = process.env.VSCE ?? join(folderOf('editor'), 'node_modules/@vscode/vsce/vsce')
if (existsSync(packager)) {
  const vsix = `${target}-${version}.vsix`
  execFileSync(
    process.execPath,
    [packager, 'package', '--no-dependencies', '--skip-license', '--allow-missing-repository', '--out', vsix],
    {
      cwd: target,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  console.log(vsix)
}
console.log(target)
