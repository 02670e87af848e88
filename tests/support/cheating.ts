// Does a unit like a careless worker, who claims any unit and finishes it whatever has happened since.
import type { Called, TempProject } from './project.js'

async function tryClaim(project: TempProject, type: string, id: string): Promise<Called> {
  const { revision } = (await project.ask('state', 'derive')).json()
  return project.ask('unit', 'claim', type, id, '--revision', revision)
}

/** Tries to claim a unit, then calls `between`. If the claim succeeded, writes the drafts and finishes. Returns what claim and finish printed. */
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

export const commitAll = (project: TempProject, message = 'more'): void => {
  project.git('add', '--all')
  project.git('commit', '--quiet', '--allow-empty', `--message=${message}`)
}
