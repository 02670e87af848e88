// The examples of workers: the Kubernetes Job is valid, the compose file consistent, and each names only flags that `gsd` has.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
// @ts-expect-error: a script without types
import { folderOf } from '../../scripts/pinned.mjs'
import { askGsd } from '../support/gsd.js'
import { temporaryFolder } from '../support/temporary.js'

const FOLDER = join(import.meta.dirname, '../../examples/workers')
const textOf = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

interface Service {
  readonly image?: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly depends_on?: object
  readonly entrypoint?: readonly string[]
  readonly command?: readonly string[]
}

it('the Kubernetes Job is valid', async () => {
  const path = join(folderOf('queue'), 'node_modules/kubernetes-models/batch/v1/Job.js')
  const { Job } = await import(pathToFileURL(path).href)
  const [document] = parseAllDocuments(textOf('job.yaml'))
  const job = document?.toJS()
  expect(() => new Job(job).validate()).not.toThrow()
  expect(() => new Job({ ...job, spec: { ...job.spec, parallelism: 'three' } }).validate()).toThrow()
})

describe('the compose file', () => {
  const { services } = parse(textOf('compose.yaml'), { merge: true }) as { services: Record<string, Service> }

  it('gives each service an image or a Dockerfile that exists, and depends only on its own services', () => {
    for (const { image, build, depends_on } of Object.values(services)) {
      expect(image ?? readFileSync(join(FOLDER, build?.context ?? '', build?.dockerfile ?? ''), 'utf8')).toMatch(/\S/)
      for (const name of Object.keys(depends_on ?? {})) expect(Object.keys(services)).toContain(name)
    }
  })
})

it.each(['auto', 'worker'])('no example names a flag that gsd %s does not have', async (action) => {
  const { services } = parse(textOf('compose.yaml'), { merge: true }) as { services: Record<string, Service> }
  const [job] = parseAllDocuments(textOf('job.yaml'))
  const words = {
    auto: [services['lead']?.entrypoint?.join(' '), ...textOf('workers.yml').matchAll(/gsd auto (.*)/g)],
    worker: [
      services['worker']?.command?.join(' '),
      job?.toJS().spec.template.spec.containers[0].args.join(' '),
      ...textOf('workers.yml').matchAll(/gsd worker (.*)/g),
    ],
  }[action] as readonly unknown[]
  const flags = words.map(String).flatMap((text) => text.match(/(?<= |^)--[a-z-]+/g) ?? [])
  const { out } = await askGsd(temporaryFolder('gsd-home-'), [action, '--help'])
  expect(flags.length).toBeGreaterThan(3)
  for (const flag of flags.filter((one) => one !== '--claude')) expect(out).toContain(flag)
})
