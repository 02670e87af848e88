// `gsd init`: a project without an agent. Submits a charter as a draft of the unit `new-project`, as an agent would.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pathOfKind } from '../../artifacts/paths.js'
import { firstCharter } from '../../core/project/first-charter.js'
import { type Args, arg } from '../../core/verb.js'
import { type ErrorBody, GsdError } from '../../errors.js'
import { statOf } from '../../node/disk.js'
import { findProject } from '../../node/project.js'
import { plainAction } from './action.js'
import { type GivenOf, JSON_FLAG } from './flags.js'
import { nothingDoneError } from './nothing-done-error.js'
import { callTools } from './of-verb.js'
import type { Answer, World } from './world.js'

const ARGS = {
  dir: arg.text('Project folder, created if its parent exists; default: the current one', { positional: true }),
  name: arg.text("Project name; default: the folder's name"),
  what: arg.text('Purpose and users, in one to three sentences'),
  value: arg.text('The one thing that must work; default: its purpose'),
  phase: arg.list('Title of a phase, repeatable; default: one example phase'),
  yes: arg.flag('Without other flags, create an example'),
  json: JSON_FLAG,
} as const satisfies Args
type Given = GivenOf<typeof ARGS>

const UNIT = ['new-project', 'project'] as const

export async function init(given: Given, world: World): Promise<Answer> {
  const folder = resolve(world.cwd, given.dir ?? '.')
  refuseProject(folder, world)
  refuseNowhere(folder)
  refuseSilence(given)
  const { name = basename(folder), what = null, value = null, phase: phases } = given
  const made = existsSync(folder) ? null : folder
  // The parent folder exists; `recursive` can loop forever where creation is impossible, as below /proc.
  if (made !== null) mkdirSync(made)
  const call = calling(folder, world)
  try {
    const { revision } = await call<{ revision: string }>('next')
    const { claim, drafts } = await call<Claimed>('unit', 'claim', ...UNIT, '--revision', revision)
    writeFileSync(join(folder, drafts, pathOfKind('charter')), firstCharter({ name, what, value, phases }))
    const finished = await call<Finished>('unit', 'finish', '--claim', claim)
    if (finished.verdict !== 'accept') throw refused(finished.findings.map(({ message }) => message).join('; '))
    const documents = finished.artifacts
    return { exit: 0, result: { action: 'init', folder, documents }, text: createdText(folder, documents) }
  } catch (error) {
    // Nothing was written: only the attempt's own leftovers are removed.
    rmSync(made ?? join(folder, PLANS), { recursive: true, force: true })
    throw error instanceof GsdError && error.code === 'ARTIFACT_INVALID' ? refused(error.message) : error
  }
}

interface Claimed {
  readonly claim: string
  /** Relative to the project. */
  readonly drafts: string
}
interface Finished {
  readonly verdict: string
  readonly artifacts: readonly string[]
  readonly findings: readonly { readonly message: string }[]
}

const PLANS = '.planning'

/** Refuses if there is a project here or above: calls below it would reach that one. */
export function refuseProject(folder: string, { env }: World): void {
  const around = findProject({ start: folder, env, anyWorkstream: true })
  const isThere = around !== null && statOf(join(around.root, PLANS)) !== null
  if (!isThere) return
  if (around.root === folder && statOf(join(folder, PLANS, 'PROJECT.md')) === null)
    throw nothingDoneError(
      'EXISTS',
      `${join(folder, PLANS)} already exists, without a PROJECT.md`,
      'start a project beside it with the command gsd-new-project of your agent, or move that folder away',
    )
  throw new GsdError({
    code: 'EXISTS',
    message: `${around.root} is already a project`,
    fix: around.root === folder ? 'gsd-tools next shows the next step' : 'start yours in a folder outside that project',
  })
}

/** An example needs the user's consent. */
function refuseSilence({ yes, name, what, value, phase }: Given): void {
  if (yes || phase.length > 0 || [name, what, value].some((word) => word !== undefined)) return
  throw nothingDoneError(
    'USAGE',
    'the project has no description',
    'gsd init --what "What it is and for whom" --phase "The first part", or --yes for an example of one phase',
  )
}

/** A missing parent folder may be a typo, so the user must create it. */
function refuseNowhere(folder: string): void {
  if (existsSync(folder) && statOf(folder)?.isDirectory() !== true)
    throw nothingDoneError('USAGE', `${folder} is not a folder`, 'name a project folder; a missing one is created')
  const above = dirname(folder)
  if (existsSync(above)) return
  throw nothingDoneError(
    'USAGE',
    `${above} does not exist; only the last folder of ${folder} can be created`,
    `create ${above}, or name an existing folder`,
  )
}

/** Calls `gsd-tools` in this process; an error of a call is the action's own. */
const calling =
  (cwd: string, { env, bin }: World) =>
  async <T>(...argv: readonly string[]): Promise<T> => {
    const { stdout } = await callTools({ env, cwd, bin }, ...argv, '--json')
    const answer = JSON.parse(stdout) as T & { readonly error?: ErrorBody }
    if (answer.error !== undefined) throw new GsdError(answer.error)
    return answer
  }

const refused = (why: string): GsdError =>
  new GsdError({
    code: 'ARTIFACT_INVALID',
    message: `cannot create a project: ${why}`,
    fix: 'change --name, --what, --value or --phase',
  })

const createdText = (folder: string, documents: readonly string[]): string =>
  [
    `Created a project in ${folder}:`,
    ...documents.map((path) => `  ${path}`),
    'gsd-tools maintains the other files in .planning. Nothing is committed yet.',
    'Edit these, or continue in your agent: the command gsd-next plans the first phase.',
    '',
  ].join('\n')

export const action = plainAction({
  about: 'Create a project without an agent: its documents and a first roadmap',
  args: ARGS,
  run: init,
})
