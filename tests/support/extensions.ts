// The files of an extension, and the user's trust in it.
import { agreed } from './agreed.js'
import type { Called, Files, TempProject } from './project.js'

export interface Manifest {
  readonly name?: string
  readonly points?: readonly string[]
  readonly units?: unknown
  readonly state?: unknown
  readonly onError?: Readonly<Record<string, string>>
}

/** Files of an extension whose `register(api)` has the given body. */
export function extension(body: string, { name = 'demo', points = ['next'], ...more }: Manifest = {}): Files {
  const folder = `.gsd/extensions/${name}`
  return {
    [`${folder}/gsd-extension.json`]: JSON.stringify({
      manifest: 1,
      name,
      version: '1.0.0',
      about: 'For a test',
      entry: 'index.mjs',
      points,
      priority: 100,
      ...more,
    }),
    [`${folder}/index.mjs`]: `export function register(api) {\n${body}\n}\n`,
  }
}

export const trust = (project: TempProject, name = 'demo'): Promise<Called> => agreed(project, 'ext', 'trust', name)
