// `npm run docs`: builds the pages of `docs/` as a site, in `dist.site/` (never committed).
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './import-library.mjs'
import { fetchPinned } from './pinned.mjs'

const program = join(await fetchPinned('site'), 'node_modules/vitepress/bin/vitepress.js')
execFileSync(process.execPath, [program, 'build', join(root, 'docs')], { stdio: 'inherit' })
