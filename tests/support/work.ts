// Does units as a workflow does: next, claim, drafts, finish, with real code and real commits.
import { expect } from 'vitest'
import { partFiles, summaryDraft, verificationDraft } from './drafts.js'
import type { Called, TempProject } from './project.js'

// biome-ignore lint/suspicious/noExplicitAny: answers of every verb
type Json = any

export interface Claimed {
  readonly token: string
  readonly drafts: string
  readonly answer: Json
}

export async function next(project: TempProject): Promise<Json> {
  return (await project.ask('next')).json()
}

export async function claim(
  project: TempProject,
  type: string,
  id: string,
  ...more: readonly string[]
): Promise<Claimed> {
  const { revision } = (await project.ask('state', 'derive')).json()
  return claimOf(project, type, id, '--revision', revision, ...more)
}

async function claimOf(project: TempProject, ...words: readonly string[]): Promise<Claimed> {
  const called = await project.ask('unit', 'claim', ...words)
  const answer = called.json()
  expect(called.exit, called.stdout).toBe(0)
  return { token: answer.claim, drafts: answer.drafts, answer }
}

/** Claims what `next` offers, and expects it to be the given unit. */
export async function claimNext(project: TempProject, type: string, id: string): Promise<Claimed> {
  const offered = await next(project)
  expect([offered.kind, offered.unit?.unitType, offered.unit?.unitId], JSON.stringify(offered)).toEqual([
    'dispatch',
    type,
    id,
  ])
  return claimOf(project, type, id, '--revision', offered.revision)
}

export function writeDrafts(project: TempProject, { drafts }: Claimed, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) project.write(`${drafts}/${name}`, text)
}

export const finish = (project: TempProject, { token }: Claimed, ...more: readonly string[]): Promise<Called> =>
  project.ask('unit', 'finish', '--claim', token, ...more)

export async function finished(project: TempProject, claimed: Claimed, ...more: readonly string[]): Promise<Json> {
  const called = await finish(project, claimed, ...more)
  expect(called.exit, called.stdout).toBe(0)
  const answer = called.json()
  expect(answer).toMatchObject({ status: 'completed', verdict: 'accept' })
  return answer
}

/** Does one unit, from `next` to its finish. */
export async function work(
  project: TempProject,
  type: string,
  id: string,
  files: Readonly<Record<string, string>>,
): Promise<Json> {
  const claimed = await claimNext(project, type, id)
  writeDrafts(project, claimed, files)
  return finished(project, claimed)
}

/** Writes and commits the code of a plan and its test. */
export function commitPart(project: TempProject, number: string, works = true): void {
  const files = Object.entries(partFiles(number, works))
  for (const [path, text] of files) project.write(path, text)
  project.git('add', ...files.map(([path]) => path))
  project.git('commit', '--quiet', `--message=feat: part ${number}`)
}

/** Commits the code of a plan; returns the hash of the commit. */
export function hashOfPart(project: TempProject, ...part: readonly [number: string, works?: boolean]): string {
  commitPart(project, ...part)
  return project.git('rev-parse', 'HEAD').trim()
}

/** Executes a plan of phase 1, from its claim to its finish. */
export async function executePlan(
  project: TempProject,
  number = '01',
  options: Parameters<typeof summaryDraft>[2] = {},
): Promise<Json> {
  const claimed = await claim(project, 'execute-plan', `01-${number}`)
  commitPart(project, number)
  writeDrafts(project, claimed, { [`01-${number}-SUMMARY.md`]: summaryDraft('01-counting', number, options) })
  return finished(project, claimed)
}

export const verifyPhase = (
  project: TempProject,
  status: Parameters<typeof verificationDraft>[1] = 'passed',
): Promise<Json> =>
  work(project, 'verify-phase', '01', { '01-VERIFICATION.md': verificationDraft('01-counting', status) })
