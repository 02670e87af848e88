// What the workflows that begin a project start from: a new one, one with code or documents, and workspaces of several repositories.
import { bool, int, listOf, record, text } from '../../std/shape.js'
import {
  BASE,
  CODE,
  COMMIT_DOCS,
  FILES,
  GIT,
  INIT_INCOMPLETE,
  model,
  PATHS,
  picked,
  service,
  setting,
} from './fields.js'
import { type FieldMap, field, type InitWorld, missing } from './world.js'

const NEEDED = ['project-researcher', 'research-synthesizer', 'roadmapper'] as const

const needed = NEEDED.map((role) => `gsd-${role}`)
const NO_AGENTS = missing('NO_AGENT_FILES', 'the calling client keeps no agent files')

export const newProject: FieldMap = {
  ...BASE,
  researcher_model: model('project-researcher'),
  synthesizer_model: model('research-synthesizer'),
  roadmapper_model: model('roadmapper'),
  required_agents: field(listOf(text()), () => needed),
  required_agents_installed: field(bool(), (world) => {
    const agents = world.agents()
    return agents === null ? NO_AGENTS : needed.every((name) => !agents.missing.includes(name))
  }),
  missing_required_agents: field(
    listOf(text()),
    (world) => world.agents()?.missing.filter((name) => needed.includes(name)) ?? NO_AGENTS,
  ),
  ...COMMIT_DOCS,
  ...picked(FILES, 'project_exists', 'planning_exists', 'requirements_exists', 'milestones_exists'),
  ...INIT_INCOMPLETE,
  ...CODE,
  ...GIT,
  brave_search_available: service('brave_search', 'BRAVE_API_KEY'),
  firecrawl_available: service('firecrawl', 'FIRECRAWL_API_KEY'),
  exa_search_available: service('exa_search', 'EXA_API_KEY'),
  sub_repos_detected: field(listOf(text()), (world) => childRepositories(world.view.projectRoot, world)),
  ...picked(PATHS, 'project_path', 'requirements_path', 'roadmap_path', 'config_path', 'research_dir'),
}

export const ingestDocs: FieldMap = {
  ...BASE,
  ...picked(FILES, 'project_exists', 'planning_exists'),
  ...GIT,
  ...COMMIT_DOCS,
  ...picked(PATHS, 'project_path', 'requirements_path', 'roadmap_path', 'state_path'),
  intel_dir: field(text(), () => '.planning/intel'),
  conflicts_path: field(text(), () => '.planning/INGEST-CONFLICTS.md'),
}

/** Documents a project may be begun from. */
const documents = ({ view }: InitWorld): readonly string[] =>
  ['.', 'docs', 'doc', 'specs', 'adr', 'docs/adr'].flatMap((folder) =>
    view
      .list(folder)
      .filter(
        ({ kind, name }) =>
          kind === 'file' &&
          /\.(?:md|mdx|rst|adoc|txt)$/i.test(name) &&
          !/^(?:license|changelog|contributing|code_of_conduct)/i.test(name),
      )
      .map(({ name }) => (folder === '.' ? name : `${folder}/${name}`)),
  )

export const onboard: FieldMap = {
  doc_candidates: field(listOf(text()), documents),
}

/** Folders directly below one that are repositories of their own. */
const childRepositories = (folder: string, { view }: InitWorld): readonly string[] =>
  view.person
    .list(folder)
    .filter(({ kind, name }) => kind === 'directory' && !name.startsWith('.') && name !== 'node_modules')
    .map(({ name }) => name)
    .filter((name) => view.person.list(`${folder}/${name}`).some((entry) => entry.name === '.git'))

const workspaceBase = ({ view }: InitWorld): string => `${view.person.home}/gsd-workspaces`

export const newWorkspace: FieldMap = {
  ...BASE,
  default_workspace_base: field(text('Absolute'), workspaceBase),
  child_repos: field(listOf(text()), (world) => childRepositories(world.view.person.cwd, world)),
  child_repo_count: field(int(), (world) => childRepositories(world.view.person.cwd, world).length),
  worktree_available: field(bool(), ({ view }) => view.hasGit),
  is_git_repo: field(bool(), ({ view }) => view.person.list(view.person.cwd).some(({ name }) => name === '.git')),
  cwd_repo_name: field(text(), ({ view }) => view.person.cwd.split('/').at(-1) ?? null),
}

/** Folders of the base that say what they are. */
const workspacesIn = (world: InitWorld): readonly string[] =>
  world.view.person
    .list(workspaceBase(world))
    .filter(
      ({ kind, name }) =>
        kind === 'directory' && world.view.person.read(`${workspaceBase(world)}/${name}/WORKSPACE.md`) !== null,
    )
    .map(({ name }) => name)

const workspaceShape = record({ name: text(), path: text('Absolute'), repos: listOf(text()) })

export const listWorkspaces: FieldMap = {
  workspace_base: field(text('Absolute'), workspaceBase),
  workspaces: field(listOf(workspaceShape), (world) =>
    workspacesIn(world).map((name) => {
      const path = `${workspaceBase(world)}/${name}`
      return { name, path, repos: childRepositories(path, world) }
    }),
  ),
  workspace_count: field(int(), (world) => workspacesIn(world).length),
  default_repositories: setting('planning.sub_repos'),
}
