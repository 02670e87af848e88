// Builds the site from the pages of this repository: `npm run docs`. A dead link fails the build.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Folders of pages with their titles, in the order in which a reader needs them (https://diataxis.fr). */
const FOLDERS = [
  ['tutorials', 'Learn'],
  ['how-to', 'Do'],
  ['reference', 'Look up'],
  ['explanation', 'Understand'],
]

const titleOf = (path) => /^# (.+)$/m.exec(readFileSync(join(root, path), 'utf8'))?.[1]?.replaceAll('`', '') ?? path

const pagesIn = (folder) =>
  readdirSync(join(root, 'docs', folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${folder}/${name}`)
    .map((path) => ({ text: titleOf(path), link: `/${path.replace(/\.md$/, '')}` }))
    .sort((a, b) => a.text.localeCompare(b.text, 'en'))

const sidebar = FOLDERS.map(([folder, text]) => ({ text, items: pagesIn(folder) }))

export default {
  title: 'GSD Pack',
  description: 'Takes your AI coding agent from an idea to tested software, phase by phase',
  srcDir: '../',
  outDir: join(root, 'dist.site'),
  cacheDir: join(dirname(fileURLToPath(import.meta.url)), 'cache'),
  // The first page is the README.
  rewrites: { 'README.md': 'index.md' },
  srcExclude: ['{agents,commands,dist*,examples,native,node_modules,references,templates,tests}/**', 'workflows/[a-z]*.md'],
  cleanUrls: true,
  // Placeholders such as <phase> and {{cmd}} are text, not HTML or templates.
  markdown: { html: false, config: asText },
  themeConfig: {
    search: { provider: 'local' },
    sidebar,
    nav: sidebar.map(({ text, items }) => ({ text, link: items[0].link })),
  },
}

const PICTURE = /<picture>[\s\S]*?alt="([^"]*)" src="([^"]*)"[\s\S]*?<\/picture>/g

/** Shows braces as text instead of evaluating them. If a picture has a light and a dark version, only the light one is shown. */
function asText(markdown) {
  const { renderer, parse } = markdown
  markdown.parse = (text, env) => parse.call(markdown, text.replace(PICTURE, '![$1]($2)'), env)
  for (const rule of ['text', 'code_inline']) {
    const before = renderer.rules[rule]
    renderer.rules[rule] = (...given) => before(...given).replaceAll('{{', '&#123;&#123;')
  }
}
