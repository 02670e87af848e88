// Goes the whole way of a phase as a careless or dishonest worker would: every door is tried, whatever the one before it answered.
import { planDraft, summaryDraft, verificationDraft } from './drafts.js'
import type { Called, TempProject } from './project.js'
import { writePart } from './work.js'

export interface End {
  /** `passed` only where the phase counts as verified. */
  readonly word: string
  /** Phases that count as done. */
  readonly done: number
  /** Everything that was said on the way. */
  readonly said: string
}

/** What the tools say about phase 1 now. */
export async function endOf(project: TempProject, said = ''): Promise<End> {
  const status = (await project.ask('verification', 'status', '1')).json()
  const derived = (await project.ask('state', 'derive')).json()
  return {
    word: status.status,
    done: derived.progress.phases.done,
    said: `${said}\n${JSON.stringify(status)}\n${JSON.stringify(derived.blockers)}`,
  }
}

async function tryClaim(project: TempProject, type: string, id: string): Promise<Called> {
  const { revision } = (await project.ask('state', 'derive')).json()
  return project.ask('unit', 'claim', type, id, '--revision', revision)
}

/** Claims, writes the drafts, calls `between`, finishes; goes on where any of it is refused. */
export async function tryUnit(
  project: TempProject,
  type: string,
  id: string,
  files: Readonly<Record<string, string>>,
  between: () => void = () => {},
): Promise<string> {
  const claimed = await tryClaim(project, type, id)
  const { claim, drafts } = claimed.json()
  between()
  if (claim == null) return claimed.stdout
  for (const [name, text] of Object.entries(files)) project.write(`${drafts}/${name}`, text)
  return claimed.stdout + (await project.ask('unit', 'finish', '--claim', claim)).stdout
}

export interface Ways {
  /** Done while the plan is carried out, after the claim; what it leaves is committed. */
  readonly work?: (project: TempProject) => void
  /** Done between the finish of the plan and the verification. */
  readonly before?: (project: TempProject) => void
  /** Done between the verification and the transition. */
  readonly late?: (project: TempProject) => void
}

export const commitAll = (project: TempProject, message = 'more'): void => {
  project.git('add', '--all')
  project.git('commit', '--quiet', '--allow-empty', `--message=${message}`)
}

/** A verdict of success in which every file that changed since a commit is said to ask as much as before. */
export function boldVerdict(project: TempProject, since: string): string {
  const changed = project.git('diff', '--name-only', '-z', since, 'HEAD').split('\0')
  const lines = changed.filter((path) => path !== '').map((path) => `- ${path}: asks as much as before`)
  return `${verificationDraft('01-counting')}\n## Changed Tests\n\n${lines.join('\n')}\n`
}

/** execute-plan 01-01, verify-phase 01, phase complete 1. */
export async function wholeWay(project: TempProject, { work, before, late }: Ways = {}): Promise<End> {
  const since = project.git('rev-parse', 'HEAD').trim()
  let said = await tryUnit(
    project,
    'execute-plan',
    '01-01',
    { '01-01-SUMMARY.md': summaryDraft('01-counting', '01', { requirements: ['COUNT-01', 'COUNT-02'] }) },
    () => {
      writePart(project, '01')
      work?.(project)
      commitAll(project)
    },
  )
  before?.(project)
  said += (await project.ask('check', 'run', '1')).stdout
  said += await tryUnit(project, 'verify-phase', '01', { '01-VERIFICATION.md': boldVerdict(project, since) })
  late?.(project)
  said += (await project.ask('phase', 'complete', '1')).stdout
  return endOf(project, said)
}

/** A plan whose `verify:` list is exactly this text. */
export const planWith = (verify: string): string =>
  planDraft('01-counting', '01').replace(/verify:\n {2}- run: .*\n/, `verify:\n${verify}`)
