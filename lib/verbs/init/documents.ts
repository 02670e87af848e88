// What documentation there is and what the project is made of, as the writers of documents need it.
import { filesBelow, isThere, textAt } from '../../core/project/project-files.js'
import type { View } from '../../core/view.js'
import { isJsonObject, type JsonObject, objectIn } from '../../std/json.js'
import { bool, listOf, record, text } from '../../std/shape.js'
import { BASE, COMMIT_DOCS, FILES, model, picked } from './fields.js'
import { type FieldMap, field } from './world.js'

/** Every document of ours says so in a comment. */
const MARKER = '<!-- generated-by: gsd'

const FOLDERS = ['', 'docs', 'documentation', 'doc'] as const

function documents(view: View): readonly { readonly path: string; readonly has_gsd_marker: boolean }[] {
  const paths = FOLDERS.flatMap((folder) =>
    folder === ''
      ? view
          .list('.')
          .filter(({ kind }) => kind === 'file')
          .map(({ name }) => name)
      : isThere(view, folder)
        ? filesBelow(view, folder)
        : [],
  ).filter((path) => /\.mdx?$/i.test(path))
  return paths.map((path) => ({ path, has_gsd_marker: textAt(view, path)?.includes(MARKER) === true }))
}

/** The manifest of a package; an empty record where there is none or it is no JSON. */
const manifest = (view: View): JsonObject => objectIn(textAt(view, 'package.json') ?? '{}') ?? {}

const anyOf = (view: View, paths: readonly string[]): boolean => paths.some((path) => isThere(view, path))

const API = ['src/app/api', 'app/api', 'pages/api', 'src/pages/api', 'src/routes', 'routes', 'src/api', 'api'] as const
const DEPLOY = [
  'Dockerfile',
  'docker-compose.yml',
  'fly.toml',
  'vercel.json',
  'netlify.toml',
  'k8s',
  'terraform',
] as const
const TESTS = ['tests', 'test', '__tests__', 'spec', 'src/__tests__'] as const
const MONOREPO = ['pnpm-workspace.yaml', 'lerna.json', 'nx.json', 'turbo.json', 'rush.json'] as const

function workspaces(view: View): readonly string[] {
  const { workspaces: found } = manifest(view) as { workspaces?: unknown }
  const list = isJsonObject(found) ? (found['packages'] ?? []) : found
  return Array.isArray(list) ? list.filter((name): name is string => typeof name === 'string') : []
}

const TOOLING = {
  docusaurus: ['docusaurus.config.js', 'docusaurus.config.ts'],
  vitepress: ['.vitepress', 'docs/.vitepress'],
  mkdocs: ['mkdocs.yml'],
  storybook: ['.storybook'],
} as const

export const docsUpdate: FieldMap = {
  ...BASE,
  doc_writer_model: model('doc-writer'),
  ...COMMIT_DOCS,
  existing_docs: field(listOf(record({ path: text(), has_gsd_marker: bool() })), ({ view }) => documents(view)),
  project_type: field(
    record({
      has_package_json: bool(),
      has_api_routes: bool(),
      has_cli_bin: bool(),
      is_open_source: bool(),
      has_deploy_config: bool(),
      is_monorepo: bool(),
      has_tests: bool(),
    }),
    ({ view }) => ({
      has_package_json: isThere(view, 'package.json'),
      has_api_routes: anyOf(view, API),
      has_cli_bin: manifest(view)['bin'] !== undefined,
      is_open_source: anyOf(view, ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'COPYING']),
      has_deploy_config: anyOf(view, DEPLOY),
      is_monorepo: workspaces(view).length > 0 || anyOf(view, MONOREPO),
      has_tests: anyOf(view, TESTS),
    }),
  ),
  doc_tooling: field(record({ docusaurus: bool(), vitepress: bool(), mkdocs: bool(), storybook: bool() }), ({ view }) =>
    Object.fromEntries(Object.entries(TOOLING).map(([name, paths]) => [name, anyOf(view, paths)])),
  ),
  monorepo_workspaces: field(listOf(text()), ({ view }) => workspaces(view)),
  ...picked(FILES, 'planning_exists'),
}
