// The site made of the pages of this repository, as they lie: `npm run docs`. A link that leads nowhere fails it.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What kind of page lies where, in the order a reader needs them (https://diataxis.fr). */
const KINDS = [
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

const sidebar = KINDS.map(([folder, text]) => ({ text, items: pagesIn(folder) }))

export default {
  title: 'GSD Pack',
  description: 'Turns AI coding agents into a disciplined team',
  srcDir: '../',
  outDir: join(root, 'dist.site'),
  cacheDir: join(dirname(fileURLToPath(import.meta.url)), 'cache'),
  // The first page is the README.
  rewrites: { 'README.md': 'index.md' },
  srcExclude: ['{agents,commands,dist*,examples,native,node_modules,references,templates,tests}/**', 'workflows/[a-z]*.md'],
  cleanUrls: true,
  // Placeholders such as <phase> and {{cmd}} are text here, not parts of a page.
  markdown: { html: false, config: asText },
  themeConfig: {
    search: { provider: 'local' },
    sidebar,
    nav: sidebar.map(({ text, items }) => ({ text, link: items[0].link })),
  },
}

const PICTURE = /<picture>[\s\S]*?alt="([^"]*)" src="([^"]*)"[\s\S]*?<\/picture>/g

/** Braces are shown, never evaluated; of a picture that is there light and dark, the light one. */
function asText(markdown) {
  const { renderer, parse } = markdown
  markdown.parse = (text, env) => parse.call(markdown, text.replace(PICTURE, '![$1]($2)'), env)
  for (const rule of ['text', 'code_inline']) {
    const before = renderer.rules[rule]
    renderer.rules[rule] = (...given) => before(...given).replaceAll('{{', '&#123;&#123;')
  }
}
