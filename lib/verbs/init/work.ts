// What the workflows beside the phases start from: quick tasks, todos, maps, debugging, resuming.
import { PENDING, readTodos } from '../../core/captures/captures.js'
import { isTaken, readClaims } from '../../core/dispatch/claims.js'
import { bool, int, listOf, record, text } from '../../std/shape.js'
import { slugOf } from '../../std/text.js'
import { BASE, COMMIT_DOCS, FILES, INIT_INCOMPLETE, MOMENT, mapFiles, model, PATHS, picked, setting } from './fields.js'
import { type FieldMap, field, type InitWorld, missing } from './world.js'

const words = ({ given }: InitWorld): string => {
  const said = given['words']
  return Array.isArray(said) ? said.join(' ').trim() : ''
}

const RESERVED = missing('NOT_CLAIMED', 'unit claim quick reserves the id, so that two callers never share one')

const quickSlug = (world: InitWorld) => {
  const slug = slugOf(words(world), 40)
  return slug === '' ? missing('NO_CHARACTERS', 'the description has no letter from a to z and no digit') : slug
}

export const quick: FieldMap = {
  ...BASE,
  planner_model: model('planner'),
  executor_model: model('executor'),
  checker_model: model('plan-checker'),
  verifier_model: model('verifier'),
  researcher_model: model('phase-researcher'),
  reviewer_model: model('code-reviewer'),
  ...COMMIT_DOCS,
  branch_name: field(text(), (world) => {
    const template = world.settings.get('git.quick_branch_template')
    if (typeof template !== 'string') return null
    return template.includes('{id}') || template.includes('{quick_id}')
      ? RESERVED
      : template.replaceAll('{slug}', slugOf(words(world), 40))
  }),
  quick_branch_template: setting('git.quick_branch_template'),
  quick_id: field(text(), () => RESERVED),
  slug: field(text(), quickSlug),
  description: field(text(), words),
  ...MOMENT,
  quick_dir: field(text(), ({ view }) => view.at('quick')),
  task_dir: field(text(), () => RESERVED),
  ...picked(FILES, 'roadmap_exists', 'planning_exists'),
}

export const resume: FieldMap = {
  ...BASE,
  ...picked(FILES, 'state_exists', 'roadmap_exists', 'project_exists', 'planning_exists', 'requirements_exists'),
  ...picked(FILES, 'milestones_exists'),
  ...picked(PATHS, 'state_path', 'roadmap_path', 'project_path'),
  ...INIT_INCOMPLETE,
  interrupted: field(
    listOf(record({ unitType: text(), unitId: text(), claim_expired: bool(), since: text() })),
    ({ view }) =>
      readClaims(view).map((claim) => ({
        unitType: claim.unitType,
        unitId: claim.unitId,
        claim_expired: !isTaken(view, claim),
        since: claim.at,
      })),
  ),
  has_interrupted_agent: field(bool(), ({ view }) => readClaims(view).length > 0),
  interrupted_agent_id: field(text('Never set: claims say what was interrupted'), () => null),
  ...COMMIT_DOCS,
}

const todosOf = ({ view, given }: InitWorld) => {
  const area = given['area']
  return readTodos(view, PENDING).filter((todo) => typeof area !== 'string' || todo.area === area)
}

export const todos: FieldMap = {
  ...BASE,
  ...COMMIT_DOCS,
  ...MOMENT,
  todo_count: field(int(), (world) => todosOf(world).length),
  todos: field(listOf(record({ file: text(), created: text(), title: text(), area: text(), path: text() })), (world) =>
    todosOf(world).map(({ file, created, title, area, path }) => ({ file, created, title, area, path })),
  ),
  area_filter: field(text(), ({ given }) => given['area'] ?? null),
  pending_dir: field(text(), ({ view }) => view.at(PENDING)),
  completed_dir: field(text(), ({ view }) => view.at('todos/completed')),
  ...picked(FILES, 'planning_exists'),
  todos_dir_exists: field(bool(), ({ view }) => view.list(view.at('todos')).length > 0),
  pending_dir_exists: field(bool(), ({ view }) => view.list(view.at(PENDING)).length > 0),
  pending_todos_markdown: field(text(), (world) =>
    todosOf(world)
      .map(({ title, path }) => `- [${title}](${path})`)
      .join('\n'),
  ),
}

export const mapCodebase: FieldMap = {
  ...BASE,
  mapper_model: model('codebase-mapper'),
  ...COMMIT_DOCS,
  search_gitignored: setting('planning.search_gitignored'),
  parallelization: setting('parallelization.enabled'),
  subagent_timeout: setting('workflow.subagent_timeout'),
  ...MOMENT,
  ...picked(PATHS, 'codebase_dir'),
  existing_maps: field(listOf(text()), mapFiles),
  has_maps: field(bool(), (world) => mapFiles(world).length > 0),
  ...picked(FILES, 'planning_exists', 'codebase_dir_exists'),
}
