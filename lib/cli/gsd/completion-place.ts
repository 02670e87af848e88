// `gsd completion install` and `remove`: both programs completed in a person's shell, without a change to any file of theirs.
import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { GsdError } from '../../errors.js'
import {
  COMPLETED,
  type CompletedShell,
  completionFolder,
  PROFILE_LINES,
  withCompletion,
  withoutCompletion,
} from '../../install/completion-plan.js'
import type { Notice, Plan } from '../../install/operation.js'
import { realDisk } from '../../node/files.js'
import { SHELL_WORDS, type Shell, shellNamed } from '../shells.js'
import type { CompletionGiven } from './flags.js'
import { previewOf } from './preview.js'
import { blocks, colours, fileLines, noticeLines } from './report.js'
import { answerTo, carryOut, mended, PERSONAL } from './session.js'
import type { Answer, World } from './world.js'

const NOTHING: Plan = { operations: [], notices: [], roots: [], grounds: [] }

const isCompleted = (shell: Shell): shell is CompletedShell => COMPLETED.some((one) => one === shell)

/** What loads the folder in bash, by where packages put it. */
const BASH_COMPLETION = ['/usr', '/usr/local', '/opt/homebrew'].flatMap((prefix) => [
  `${prefix}/share/bash-completion/bash_completion`,
  `${prefix}/etc/profile.d/bash_completion.sh`,
])

export async function placeCompletion(
  what: 'install' | 'remove',
  given: CompletionGiven,
  world: World,
): Promise<Answer> {
  if (world.home === '')
    throw new GsdError({
      code: 'USAGE',
      message: 'HOME is empty, so no shell folder is known; nothing was done',
      fix: 'gsd completion bash prints the script',
    })
  const shells =
    given.shell === undefined && what === 'remove' ? COMPLETED : [shellNamed(given.shell ?? usedShell(world))]
  const folders = shells.filter(isCompleted).map((shell) => folderOf(shell, world))
  const recovered = given.dryRun ? [] : mended(folders, world, PERSONAL)
  const plan = shells.reduce((so, shell) => (what === 'install' ? installed : removed)(so, shell, world), NOTHING)
  const preview = await previewOf(given, plan.operations, world)
  if (!given.dryRun) await carryOut(plan, world, { place: PERSONAL, quiet: true })
  const done = { install: 'in place', remove: 'gone' }[what]
  const files = plan.operations.filter(({ kind }) => kind !== 'remove-directory')
  const head =
    files.length === 0
      ? plan.notices.some(({ level }) => level === 'decide')
        ? []
        : [`Nothing to change: the completion is ${done}.`]
      : given.dryRun
        ? []
        : [`The completion is ${done}:`, ...fileLines(files, world.home)]
  return answerTo(
    { action: 'completion', dryRun: given.dryRun, scope: 'global', recovered, diffs: preview.diffs },
    plan,
    { what, shells },
    blocks(head, ...preview.parts, noticeLines(plan.notices, world.home, colours(given, world))),
  )
}

const folderOf = (shell: CompletedShell, { env, home }: World): string =>
  realDisk.real(completionFolder(shell, { env, home }))

function usedShell({ env }: World): (typeof SHELL_WORDS)[number] {
  const name = basename(env['SHELL'] ?? '')
  const shell = SHELL_WORDS.find((one) => one === name)
  if (shell !== undefined) return shell
  throw new GsdError({
    code: 'USAGE',
    message: `SHELL ${name === '' ? 'is empty' : `says "${name}"`}, which has no completion; nothing was done`,
    fix: `name one: gsd completion install ${SHELL_WORDS.join('|')}`,
  })
}

function installed(plan: Plan, shell: Shell, world: World): Plan {
  const [profile, line] = PROFILE_LINES[shell]
  if (!isCompleted(shell))
    return noticed(plan, {
      level: 'decide',
      path: null,
      message: `${shell} has no folder for your completions, and your profile is yours to change; nothing was done`,
      fix: `add to ${profile}: ${line}`,
    })
  const planned = withCompletion(plan, shell, world, realDisk)
  if (shell !== 'bash' || BASH_COMPLETION.some((path) => existsSync(path))) return planned
  return noticed(planned, {
    level: 'note',
    path: dirname(folderOf(shell, world)),
    message: 'bash looks there only if bash-completion is installed, and it was not found',
    fix: `install it, or add to ${profile}: ${line}`,
  })
}

function removed(plan: Plan, shell: Shell, world: World): Plan {
  if (isCompleted(shell)) return withoutCompletion(plan, shell, world, realDisk)
  const [profile, line] = PROFILE_LINES[shell]
  return noticed(plan, {
    level: 'note',
    path: null,
    message: `nothing was put into a folder of ${shell}`,
    fix: `if you did, remove this line from ${profile}: ${line}`,
  })
}

const noticed = (plan: Plan, notice: Notice): Plan => ({ ...plan, notices: [...plan.notices, notice] })
