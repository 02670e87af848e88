import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Ctx } from '../../../lib/core/verb.js'
import { Staging } from '../../../lib/core/writing/staging.js'
import { sha256Bytes } from '../../../lib/node/digest.js'
import { runVerb } from '../../../lib/node/transaction.js'
import { disposeProjects, makeProject, type TempProject } from '../../support/project.js'
import { openWorkspace } from '../../support/writer.js'

afterEach(disposeProjects)

const START = { '.planning/PROJECT.md': '# P\n', '.planning/config.json': '{}\n' }
const PHASES = '.planning/phases'

async function stage(project: TempProject, work: (staging: Staging) => void) {
  const verb = {
    name: 'test.move',
    writes: ['other', 'plan'] as const,
    run: ({ view }: Pick<Ctx, 'view'>) => {
      const staging = new Staging(view)
      work(staging)
      return { result: {}, edits: staging.edits() }
    },
  }
  return (await runVerb(openWorkspace(project.root), verb, {})).applied
}

function writeBytes(project: TempProject, path: string, bytes: Buffer) {
  mkdirSync(dirname(project.at(path)), { recursive: true })
  writeFileSync(project.at(path), bytes)
}

describe('a staged move or removal', () => {
  it('works for binary files, reports both paths, and saves the bytes in the journal', async () => {
    const project = makeProject(START)
    const picture = Buffer.from([0x89, 0x50, 0xff, 0xfe, 0x00, 0x80])
    writeBytes(project, `${PHASES}/05-b/shot.png`, picture)
    const applied = await stage(project, (staging) =>
      staging.move([{ from: `${PHASES}/05-b/shot.png`, to: `${PHASES}/04-b/shot.png` }]),
    )
    expect(readFileSync(project.at(`${PHASES}/04-b/shot.png`)).equals(picture)).toBe(true)
    expect(project.has(`${PHASES}/05-b`)).toBe(false)
    expect(project.has(PHASES)).toBe(true)
    expect(applied.changed_files.toSorted()).toEqual([`${PHASES}/04-b/shot.png`, `${PHASES}/05-b/shot.png`])
    const digest = sha256Bytes(picture)
    const object = readFileSync(project.at(`.planning/journal/objects/${digest.slice(0, 2)}/${digest.slice(2)}`))
    expect(object.equals(picture)).toBe(true)
  })

  it('may go to another moved file’s path in the same change', async () => {
    const project = makeProject({ ...START, [`${PHASES}/1-a/x`]: 'one', [`${PHASES}/2-a/x`]: 'two' })
    await stage(project, (staging) =>
      staging.move([
        { from: `${PHASES}/1-a/x`, to: `${PHASES}/2-a/x` },
        { from: `${PHASES}/2-a/x`, to: `${PHASES}/1-a/x` },
      ]),
    )
    expect([project.read(`${PHASES}/1-a/x`), project.read(`${PHASES}/2-a/x`)]).toEqual(['two', 'one'])
  })

  it('is visible to later edits of the same change, and includes staged text', async () => {
    const project = makeProject({ ...START, [`${PHASES}/02-a/notes.md`]: 'old\n', [`${PHASES}/02-a/deep/x.md`]: 'x\n' })
    await stage(project, (staging) => {
      staging.put(`${PHASES}/02-a/notes.md`, 'new\n')
      staging.move([
        { from: `${PHASES}/02-a/notes.md`, to: `${PHASES}/01-a/notes.md` },
        { from: `${PHASES}/02-a/deep/x.md`, to: `${PHASES}/01-a/deep/x.md` },
      ])
      expect(staging.view.list(PHASES).map(({ name }) => name)).toEqual(['01-a'])
      expect(staging.view.source(`${PHASES}/01-a/deep/x.md`)?.text).toBe('x\n')
    })
    expect(project.read(`${PHASES}/01-a/notes.md`)).toBe('new\n')
    expect(project.has(`${PHASES}/02-a`)).toBe(false)
  })

  it('of a folder removes it only if it is empty', async () => {
    const project = makeProject({ ...START, [`${PHASES}/03-full/a.md`]: 'a\n' })
    mkdirSync(project.at(`${PHASES}/02-empty`), { recursive: true })
    await stage(project, (staging) => {
      staging.put(`${PHASES}/01-new/.gitkeep`, '')
      staging.remove(`${PHASES}/02-empty/`)
      staging.remove(`${PHASES}/03-full/`)
      expect(staging.view.list(PHASES).map(({ name }) => name)).toEqual(['01-new', '03-full'])
    })
    expect(project.has(`${PHASES}/02-empty`)).toBe(false)
    expect(project.has(`${PHASES}/03-full/a.md`)).toBe(true)
  })
})
