// A child process that writes through transactions and can be killed. argv: root, number of writes, and before which counted operation it kills itself (0: never).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Change, Ctx } from '../../lib/core/verb.js'
import { View } from '../../lib/core/view.js'
import { chooseReader } from '../../lib/markdown/native.js'
import { systemClock } from '../../lib/node/clock.js'
import { sha256 } from '../../lib/node/digest.js'
import { durableFiles, type FilePort } from '../../lib/node/durable.js'
import { withPendingWrites } from '../../lib/node/intent.js'
import { runVerb, type Workspace } from '../../lib/node/transaction.js'
import { openTree, sourceOf } from '../../lib/node/tree.js'

export function openWorkspace(root: string): Workspace {
  const reader = chooseReader({ scannerName: 'ts' })
  return {
    root,
    base: '.planning',
    clock: systemClock,
    digest: sha256,
    openView: (over = (tree) => tree) =>
      new View({
        tree: over(withPendingWrites(root, openTree(root, reader), (path, text) => sourceOf(path, text, reader))),
        clock: systemClock,
        digest: sha256,
        codecs: {},
        projectRoot: root,
        host: null,
        hasGit: false,
      }),
  }
}

export const FIRST = '.planning/PROJECT.md'
export const SECOND = '.planning/phases/01-a/01-CONTEXT.md'
export const LEDGER = '.planning/ledger.jsonl'

const numberIn = (text: string | null | undefined): number => Number(/count: (\d+)/.exec(text ?? '')?.[1] ?? 0)

/** A verb that increments a number in two files and adds a line to the ledger; the three must never disagree. */
export const increment = {
  name: 'test.increment',
  writes: ['project', 'context', 'ledger'] as const,
  run({ view }: Pick<Ctx, 'view'>): Change<{ readonly count: number }> {
    const count = numberIn(view.source(FIRST)?.text) + 1
    return {
      result: { count },
      edits: [
        { kind: 'text', path: FIRST, text: `# Project\n\ncount: ${count}\n` },
        { kind: 'text', path: SECOND, text: `# Context\n\ncount: ${count}\n` },
        {
          kind: 'line',
          path: LEDGER,
          payload: {
            kind: 'reset',
            at: new Date(count).toISOString(),
            unitType: 'quick',
            unitId: String(count),
            reason: 'x',
          },
        },
      ],
    }
  },
}

/** A port that calls `act` before operation number `at`, and counts writes, renames, removals (not of empty folders) and appends. */
export function interrupted(at: number, act: () => void): { readonly files: FilePort; readonly count: () => number } {
  let seen = 0
  const step = () => {
    seen++
    if (seen === at) act()
  }
  const files: FilePort = {
    ...durableFiles,
    write: (path, bytes) => {
      step()
      durableFiles.write(path, bytes)
    },
    rename: (from, to) => {
      step()
      durableFiles.rename(from, to)
    },
    remove: (path) => {
      step()
      durableFiles.remove(path)
    },
    append: (path, text) => {
      step()
      return durableFiles.append(path, text)
    },
    removeTree: (directory) => {
      step()
      durableFiles.removeTree(directory)
    },
  }
  return { files, count: () => seen }
}

export const countsIn = (root: string): readonly number[] =>
  [FIRST, SECOND].map((path) => {
    try {
      return numberIn(readFileSync(join(root, path), 'utf8'))
    } catch {
      return 0
    }
  })

async function main([root, count, killAt]: readonly string[]): Promise<void> {
  const { files } = interrupted(Number(killAt ?? 0), () => process.kill(process.pid, 'SIGKILL'))
  for (let i = 0; i < Number(count); i++)
    await runVerb({ ...openWorkspace(root as string), lockWaitMs: 60_000 }, increment, {}, { files })
}

if (process.env['GSD_TEST_WRITER'] === '1') void main(process.argv.slice(2))
