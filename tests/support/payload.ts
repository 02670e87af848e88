// The pack's payload, rendered for one client into a temporary folder.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Assets, hookSources, loadAssets } from '../../lib/assets/pack.js'
import { renderPack } from '../../lib/assets/render.js'
import { execute } from '../../lib/cli/execute.js'
import type { WorkflowStep } from '../../lib/core/brief/workflow.js'
import { bytesOf } from '../../lib/install/disk.js'
import type { Supply } from '../../lib/install/wanted.js'
import { sourcesIn } from '../../lib/node/pack.js'
import { type RuntimeId, runtimeOf } from '../../lib/runtimes/all.js'
import type { Called, TempProject } from './project.js'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))

export const realAssets = (): Assets => loadAssets(sourcesIn(REPOSITORY))

/** Ids of the steps that begin each part after the first. */
export const laterParts = (steps: readonly WorkflowStep[]): readonly string[] =>
  steps.filter(({ part }, at) => at > 0 && part !== steps[at - 1]?.part).map(({ id }) => id)

/** Loads a pack from the given texts. */
export const assetsFrom = (files: Readonly<Record<string, string>>): Assets =>
  loadAssets({
    list: (folder) =>
      Object.keys(files)
        .filter((path) => path.startsWith(`${folder}/`))
        .sort(),
    read: (path) => files[path] ?? null,
  })

/** The real pack for an installation, with a program that does nothing. */
export const realSupply = (assets: Assets): Supply => ({
  version: '1.0.0',
  programs: [{ path: 'gsd-tools.cjs', bytes: bytesOf('// tools\n') }],
  hookSource: hookSources(sourcesIn(REPOSITORY)),
  render: (runtime, launcher, profile, entries) => renderPack(assets, runtime, launcher, profile, entries),
})

export class Payload {
  readonly folder: string
  readonly runtime: RuntimeId
  readonly #root: string

  constructor(assets: Assets, runtime: RuntimeId, profile: readonly string[] = ['full']) {
    this.runtime = runtime
    this.#root = realpathSync(mkdtempSync(join(tmpdir(), 'gsd-payload-')))
    this.folder = join(this.#root, 'get-shit-done')
    const { commands, files } = renderPack(assets, runtimeOf(runtime), `node "${this.script}"`, profile)
    const listed = commands.map(({ name }) => name)
    for (const { path, text } of [...files, { path: 'payload.json', text: JSON.stringify({ runtime, listed }) }]) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true })
      writeFileSync(join(this.folder, path), text)
    }
  }

  get script(): string {
    return join(this.folder, 'bin', 'gsd-tools.cjs')
  }

  /** Calls a verb of this payload in a project. */
  async ask(
    project: TempProject,
    words: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Called> {
    const { exit, stdout, stderr } = await execute({
      argv: words,
      env: project.env(env),
      cwd: project.root,
      bin: join(this.folder, 'bin'),
      script: this.script,
    })
    return { exit, stdout, stderr, json: () => JSON.parse(stdout) }
  }

  dispose(): void {
    rmSync(this.#root, { recursive: true, force: true })
  }
}
