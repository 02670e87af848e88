// Claude Code after an installation, tested in the real client.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clientContract } from '../support/clients/contract.js'
import { hasClient, prompt } from '../support/clients/run.js'
import { countingProject } from '../support/counting.js'
import { startModel } from '../support/model/server.js'
import type { Script } from '../support/model/turn.js'
import { Player } from '../support/player.js'
import { repositoryFor } from '../support/sandbox.js'

clientContract('claude', { maxTokens: 300 })

function* workInWorktree(player: Player, outputs: string[]): Script {
  const cli = 'node "$HOME/.agents/get-shit-done/bin/gsd-tools.cjs"'
  const begun = yield* player.shell(`pwd; ${cli} begin quick "say hello"`)
  const folder = begun.split('\n')[0] ?? ''
  const drafts = /\.planning\/\.runtime\/drafts\/[\w.-]+/.exec(begun)?.[0] ?? ''
  const name = /[\w-]+-SUMMARY\.md/.exec(begun)?.[0] ?? ''
  const draft = { tool: 'Write', input: { file_path: `${folder}/${drafts}/${name}`, content: '**It says hello.**\n' } }
  const written = yield { calls: [draft] }
  const claim = /--claim (\w+)/.exec(begun)?.[1] ?? ''
  const ended = yield* player.shell(
    `echo hello > hello.txt && git add hello.txt && git commit -qm "feat: hello"; ${cli} unit finish --claim ${claim} --commit; ${cli} phase add "Only here" && ${cli} commit "docs: a phase" --files .planning; git status --short`,
  )
  outputs.push(folder, ...written.results, ended)
  return 'done'
}

it.runIf(process.env['GSD_REQUIRE_CLIENTS'] === '1' || hasClient('claude'))(
  'works in a separate worktree with the project checked out there, and leaves the main worktree unchanged',
  async () => {
    const sandbox = repositoryFor('claude')
    const git = (...args: string[]) => execFileSync('git', args, { cwd: sandbox.project, encoding: 'utf8' })
    cpSync(countingProject().root, sandbox.project, { recursive: true })
    git('add', '--all')
    git('commit', '--quiet', '--message=docs: plan')
    const before = git('rev-parse', 'main')
    const outputs: string[] = []
    const model = await startModel(() => workInWorktree(new Player('claude'), outputs))
    const ran = await prompt('claude', sandbox, model.url, 'Say hello', (argv) => [...argv, '--worktree', 'hello'])
    await model.close()
    expect([model.scriptErrors, ran.exitCode], outputs.join('\n')).toEqual([[], 0])
    const [folder = '', written, ended] = outputs
    expect(folder).toMatch(/\.claude\/worktrees\/hello$/)
    expect(written, ended).not.toMatch(/OUTSIDE_WORKTREE|error/i)
    expect(readFileSync(join(folder, '.planning/ROADMAP.md'), 'utf8'), ended).toContain('Only here')
    expect(git('log', '--format=%s', 'worktree-hello'), ended).toContain('docs: a phase')
    expect([git('rev-parse', 'main'), git('status', '--short', '--', '.planning', 'hello.txt')]).toEqual([before, ''])
    expect(existsSync(join(sandbox.project, '.planning/.runtime'))).toBe(false)
  },
)
