// Reads commits for views: the newest of the current branch, and those of each phase with their patches.
import { join } from 'node:path'
import type { BoardPhase, ChangedFile, Commits, PhaseCommit } from '../../../core/board/shown.js'
import { hasGit } from '../../../node/project.js'
import { git, nulSeparated } from '../auto/git.js'
import { stampOf } from './changes.js'

const MAX_COMMITS = 200
const FIELDS = ['%h', '%cI', '%an', '%s'] as const
const PLAIN = ['--no-show-signature', '--no-color', '--no-renames', '--no-ext-diff', '--no-textconv'] as const

export async function commitsOf(root: string): Promise<Commits> {
  if (!hasGit(root)) return { entries: [], more: false }
  const found = await git(root, [
    'log',
    '--no-show-signature',
    `--max-count=${MAX_COMMITS + 1}`,
    '-z',
    `--format=${FIELDS.join('%x00')}`,
  ])
  const fields = found.stdout.split('\0')
  const entries = Array.from({ length: Math.floor(fields.length / FIELDS.length) }, (_, at) => {
    const [id = '', when = '', who = '', subject = ''] = fields.slice(at * FIELDS.length)
    return { id, at: new Date(when).toISOString(), who, subject }
  })
  return { entries: entries.slice(0, MAX_COMMITS), more: entries.length > MAX_COMMITS }
}

/** Maximum number of commits to search, and of commits to show for one phase. */
const MAX_SEARCHED = 20_000
const MAX_SHOWN = 200
/** Limits for the characters of one patch, and of all patches shown together. */
const MAX_PATCH_LENGTH = 60_000
const MAX_TOTAL_LENGTH = 600_000

/** Returns the commits of each phase: those that its SUMMARY files name, and those with its number in the subject (`feat(02-01): …`). */
export async function phaseCommits(
  root: string,
  phases: readonly BoardPhase[],
): Promise<Readonly<Record<string, readonly PhaseCommit[]>>> {
  if (!hasGit(root)) return {}
  const found = await git(root, ['log', '--no-show-signature', `--max-count=${MAX_SEARCHED}`, '-z', '--format=%H %s'])
  const commits = nulSeparated(found).map((line) => [line.split(' ', 1)[0] as string, line] as const)
  const entries: [string, readonly PhaseCommit[]][] = []
  const room = { left: MAX_TOTAL_LENGTH }
  for (const { id, number, work } of phases) {
    const named = work.flatMap((plan) => plan.commits)
    const scope = new RegExp(`^\\S+ [\\w-]+\\(0*${number.replace(/\W/g, '\\$&')}(?:-\\d+)?\\)`)
    const matches = commits.filter(([hash, line]) => scope.test(line) || named.some((name) => hash.startsWith(name)))
    const hashes = matches.slice(0, MAX_SHOWN).map(([hash]) => hash)
    entries.push([id, hashes.length === 0 ? [] : await patchesOf(root, hashes, room)])
  }
  return Object.fromEntries(entries)
}

async function patchesOf(
  root: string,
  hashes: readonly string[],
  room: { left: number },
): Promise<readonly PhaseCommit[]> {
  const format = `--format=%x01${FIELDS.join('%x00')}%x00`
  const { stdout } = await git(root, ['-c', 'core.quotePath=false', 'show', ...PLAIN, format, '-p', ...hashes])
  return stdout
    .split('\u0001')
    .slice(1)
    .map((text) => {
      const [id = '', at = '', who = '', subject = '', patch = ''] = text.split('\0')
      const files = patch
        .split(/^diff --git /m)
        .slice(1)
        .flatMap((part) => changedFiles(part))
      return {
        id,
        at: new Date(at).toISOString(),
        who,
        subject,
        files: files.map((file) => {
          room.left -= file.patch?.length ?? 0
          return room.left < 0 ? { ...file, patch: null } : file
        }),
      }
    })
}

/** Returns the file of one part of a patch; none for planning files, which only describe the work. */
function changedFiles(part: string): readonly ChangedFile[] {
  const lines = part.trimEnd().split('\n')
  const path =
    /^(?:\+\+\+|---) "?[ab]\/(.*?)"?\t?$/m.exec(part.replace(/^--- \/dev\/null$/m, ''))?.[1] ??
    / "?b\/(.*?)"?$/.exec(lines[0] ?? '')?.[1]
  if (path === undefined || path.startsWith('.planning/')) return []
  const start = lines.findIndex((line) => line.startsWith('@@'))
  const body = start < 0 ? [] : lines.slice(start)
  const count = (sign: string) => body.filter((line) => line.startsWith(sign)).length
  const patch = body.join('\n')
  const isShown = start >= 0 && patch.length <= MAX_PATCH_LENGTH
  return [{ path, added: count('+'), removed: count('-'), patch: isShown ? patch : null }]
}

/** Returns a stamp that changes with a commit or fetched claims, but not with a commit in a worktree. */
export const headStamp = (root: string): string =>
  stampOf(['.git/logs/HEAD', '.git/refs/gsd/claims'].map((path) => join(root, path)))
