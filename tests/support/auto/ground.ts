// The setup of an unattended run: a planned project, a home with a client installed, and a fake program of the client's name.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Counting, countingProject } from '../counting.js'
import { partFiles, summaryDraft, verificationDraft } from '../drafts.js'
import { askGsd } from '../gsd.js'
import type { TempProject } from '../project.js'

const CLIENT = join(import.meta.dirname, 'fake-client.mjs')
const ACP_CLIENT = join(import.meta.dirname, 'fake-acp.mjs')

export interface AutoSetup {
  readonly project: TempProject
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}

/** Creates a project whose first phase is planned, and a home with a fake program of Claude Code, whose sessions behave as `modes` say, one after another. */
export async function autoSetup(
  plans: NonNullable<Counting['plans']>,
  modes: readonly string[] = [],
  { foreign = false, files = {} }: Pick<Counting, 'foreign' | 'files'> = {},
): Promise<AutoSetup> {
  const config = { planning_schema: 1, mode: 'yolo', workflow: { research: false, plan_check: false, depth: 'light' } }
  const project = countingProject({
    plans,
    foreign,
    files: { '.planning/config.json': JSON.stringify(config), '.gitignore': '.planning/.runtime/\n', ...files },
  })
  project.initGit()
  const folder = join(project.home, 'fake')
  mkdirSync(folder, { recursive: true })
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
  put('modes', modes.join('\n'))
  for (const number of Object.keys(plans)) {
    put(`01-${number}-SUMMARY.md`, summaryDraft('01-counting', number))
    for (const [name, text] of Object.entries(partFiles(number))) put(name, text)
  }
  put('01-VERIFICATION.md', verificationDraft('01-counting'))
  put('claude', `#!/bin/sh\nexec '${process.execPath}' '${CLIENT}' "$@"\n`)
  chmodSync(join(folder, 'claude'), 0o755)
  expect((await askGsd(project.home, ['install', '--claude', '--yes'])).exit).toBe(0)
  const env = {
    PATH: `${folder}:${join(process.execPath, '..')}:/usr/bin:/bin`,
    FAKE_FOLDER: folder,
    GIT_AUTHOR_NAME: 'A Person',
    GIT_AUTHOR_EMAIL: 'person@example.invalid',
    GIT_COMMITTER_NAME: 'A Person',
    GIT_COMMITTER_EMAIL: 'person@example.invalid',
    GIT_CONFIG_GLOBAL: '/dev/null',
  }
  return { project, folder, env }
}

/** Creates the setup with an additional program that speaks the Agent Client Protocol for the client. */
export async function acpSetup(...options: Parameters<typeof autoSetup>): Promise<AutoSetup> {
  const setup = await autoSetup(...options)
  const program = join(setup.folder, 'claude-agent-acp')
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${ACP_CLIENT}' "$@"\n`, { mode: 0o755 })
  return setup
}

/** The modes of the sessions that were started, in order. */
export const modesRun = ({ folder }: Pick<AutoSetup, 'folder'>): readonly string[] =>
  readFileSync(join(folder, 'ran'), 'utf8').trim().split('\n')

/** Parses the output of `--json`: one document per line. */
export const eventsIn = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
