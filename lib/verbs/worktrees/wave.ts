// Work trees of a wave of agents: made and recorded, merged and removed together.
import type { ErrorBody } from '../../errors.js'
import type { Infer } from '../../std/shape.js'
import { bool, listOf, record, text, texts } from '../../std/shape.js'
import { committing, identity } from '../git/identity.js'
import { abortMerge, git, look, out, type Results, said, worked } from '../git/steps.js'
import { arg, type Step, task } from '../verb.js'
import { conflict } from './lifecycle.js'
import { readManifest, renderManifest, withEntry } from './manifest.js'
import { forgetBranch, isAsked, isJudged, mergedSteps, standingOf, standingSteps, type WorkTree } from './tree.js'

const MANIFEST = arg.path('Manifest of the wave, below .planning/', { required: true })
const ENTRY = {
  manifest: MANIFEST,
  'agent-id': arg.text('Agent that works there', { required: true }),
  path: arg.text('Folder of the work tree', { required: true }),
  branch: arg.text('Its branch', { required: true }),
  base: arg.text('Commit or branch it starts from', { required: true }),
} as const
const COMMON = { reads: [], needsWorkstream: false } as const

export const worktreeCreate = task('worktree.create', {
  about: 'Make a work tree for an agent and note it in the manifest of its wave',
  args: {
    ...ENTRY,
    root: arg.text('Folder the path is relative to; the project root when left out'),
  },
  result: record({ created: bool(), path: text(), branch: text(), base: text('Commit it starts from') }),
  ...COMMON,
  writes: ['other'],
  plan: ({ branch, base }, view) =>
    view.hasGit
      ? [
          look('base', ['rev-parse', '--verify', '--quiet', '--end-of-options', `${base}^{commit}`]),
          look('branch', ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]),
          look('legal', ['check-ref-format', '--branch', branch]),
        ]
      : [],
  finish(args, view, results) {
    const path = args.root === undefined ? args.path : `${args.root}/${args.path}`
    const base = out(results, 'base')
    const no = (error: ErrorBody) => ({
      result: { created: false, path, branch: args.branch, base: base || args.base },
      error,
      edits: [] as const,
    })
    const found = readManifest(view, args.manifest)
    if ('error' in found) return no(found.error)
    if (!worked(results, 'base'))
      return no(conflict(`git knows no commit "${args.base}" here`, 'name a commit or a branch'))
    if (!worked(results, 'legal'))
      return no({ code: 'USAGE', message: `"${args.branch}" is not a branch name`, fix: 'give a legal name' })
    if (worked(results, 'branch'))
      return no(
        conflict(`the branch ${args.branch} already exists`, 'choose another name, or remove the old work tree'),
      )
    if (!results.has('add'))
      return { more: [git('add', ['worktree', 'add', '-b', args.branch, '--', path, base], { makes: path })] }
    if (!worked(results, 'add')) return no(conflict(`git refused: ${said(results, 'add')}`, 'see what git names'))
    const entry = { agent_id: args['agent-id'], path, branch: args.branch, base }
    return {
      result: { created: true, path, branch: args.branch, base },
      edits: [{ kind: 'text', path: args.manifest, text: renderManifest(withEntry(found.entries, entry)) }],
    }
  },
})

const blockedShape = record({ path: text(), code: text(), reason: text() })

export const worktreeCleanupWave = task('worktree.cleanup-wave', {
  about: 'Merge and remove the work trees of a wave; the first that cannot be stops the rest',
  args: { manifest: MANIFEST },
  result: record({ merged: texts('Branches'), removed: texts('Folders'), blocked: listOf(blockedShape) }),
  ...COMMON,
  writes: ['other'],
  plan: () => [],
  finish({ manifest }, view, results) {
    const found = readManifest(view, manifest)
    const none = { merged: [], removed: [], blocked: [] }
    if ('error' in found) return { result: none, error: found.error }
    const merged: string[] = []
    const removed: string[] = []
    const ended = (blocked: readonly Infer<typeof blockedShape>[], error?: ErrorBody) => {
      const left = found.entries.filter(({ path }) => !removed.includes(path))
      const text = renderManifest(left)
      return {
        result: { merged, removed, blocked },
        ...(error === undefined ? {} : { error }),
        edits: left.length === found.entries.length ? [] : ([{ kind: 'text', path: manifest, text }] as const),
      }
    }
    for (const place of found.entries) {
      const step = nextOf(place, results)
      if ('more' in step) return step
      if ('blocked' in step)
        return ended(
          [{ path: place.path, code: step.error?.code ?? 'GIT_CONFLICT', reason: step.blocked }],
          step.error ??
            conflict(`${place.path}: ${step.blocked}; it stays, and so do those after it`, 'fix it, then call again'),
        )
      if (step.merged) merged.push(place.branch)
      removed.push(place.path)
    }
    return ended([])
  },
})

type Next =
  | { readonly more: readonly Step[] }
  | { readonly blocked: string; readonly error?: ErrorBody }
  | { readonly merged: boolean }

/** What one work tree needs next, until it is gone or blocked. */
function nextOf(place: WorkTree, results: Results): Next {
  const own = (name: string) => `${place.path}!${name}`
  if (!isAsked(place, results)) return { more: standingSteps(place) }
  if (!isJudged(place, results)) return { more: mergedSteps(place, results) }
  const standing = standingOf(place, results)
  if (!standing.there) return { blocked: 'git cannot read it' }
  if (standing.clean !== true) return { blocked: 'it has changes or files that are not committed' }
  const needsMerge = standing.merged !== true
  if (needsMerge && !results.has(own('merge'))) {
    const who = identity(results)
    if ('more' in who) return who
    if ('error' in who) return { blocked: who.error.message, error: who.error }
    return { more: [committing(who, own('merge'), ['merge', '--no-ff', '--no-edit', '--quiet', place.branch])] }
  }
  if (needsMerge && !worked(results, own('merge'))) {
    if (!results.has(own('abort'))) return { more: [abortMerge(own('abort'))] }
    return { blocked: `git cannot merge ${place.branch}: ${said(results, own('merge'))}` }
  }
  // Asked again: nothing is removed on the word of the merge alone.
  if (needsMerge && !results.has(own('again')))
    return { more: [look(own('again'), ['merge-base', '--is-ancestor', place.branch, 'HEAD'])] }
  if (needsMerge && !worked(results, own('again'))) return { blocked: 'its work is not in the current branch' }
  if (!results.has(own('remove'))) return { more: [git(own('remove'), ['worktree', 'remove', place.path])] }
  if (!worked(results, own('remove'))) return { blocked: `git keeps it: ${said(results, own('remove'))}` }
  if (!results.has(own('branch'))) return { more: [forgetBranch(place, results, own('branch'))] }
  return { merged: needsMerge }
}
