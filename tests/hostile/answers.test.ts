// Whose word an answer to a question was: a person's at a terminal, one that came from elsewhere, an agent's; a tree's is nobody's.
import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { answerDigest } from '../../lib/core/captures/decisions.js'
import { frameLine } from '../../lib/core/history/journal.js'
import { keepHeard } from '../../lib/node/custody.js'
import { sha256 } from '../../lib/node/digest.js'
import { typeWord } from '../support/agreed.js'
import { disposeProjects, makeProject, OLDER, OURS, type TempProject, TOOLS } from '../support/project.js'
import { hasTerminal, typeAt } from '../support/terminal.js'
import { describeWhere } from '../support/where.js'

afterEach(disposeProjects)

const LEDGER = '.planning/ledger.jsonl'
const QUESTION = { question: 'Which unit?', options: ['Words', 'Lines'] }

async function asked(): Promise<{ project: TempProject; id: string; path: string }> {
  const project = makeProject(OURS).initGit()
  const words = ['--question', QUESTION.question, '--options', QUESTION.options.join('|')]
  const { id, path } = (await project.ask('decision', 'add', ...words)).json()
  return { project, id, path }
}
const listed = async (project: TempProject) => (await project.ask('decision', 'list')).json().decisions
const hear = (project: TempProject, path: string, choice: string, at = project.time) => {
  const digest = (text: string) => createHash('sha256').update(text).digest('hex')
  keepHeard(project.env(), project.root, answerDigest(digest, { path, ...QUESTION }, choice), 'Ann over a chat', at)
}

describe('an answer', () => {
  it('that an agent gives is on the agent’s word, whoever it says decided', async () => {
    const { project, id } = await asked()
    const answered = await project.ask('decision', 'answer', id, '--choice', 'Lines', '--by', 'Ann')
    expect(answered.json()).toMatchObject({ answered: true, who: 'Ann', word: 'agent' })
    expect(await listed(project)).toMatchObject([{ who: 'Ann', word: 'agent' }])
  })

  it('that came from elsewhere says so, with who gave it, whatever the call says', async () => {
    const { project, id, path } = await asked()
    hear(project, path, 'Lines')
    const answered = await project.ask('decision', 'answer', id, '--choice', '2', '--by', 'Eve')
    expect(answered.json()).toMatchObject({ choice: 'Lines', who: 'Ann over a chat', word: 'remote' })
    expect(await listed(project)).toMatchObject([{ who: 'Ann over a chat', word: 'remote' }])
  })

  it.each([
    ['another choice', (project: TempProject, path: string) => hear(project, path, 'Words')],
    ['another question', (project: TempProject) => hear(project, '.planning/decisions/pending/x.md', 'Lines')],
    [
      'thirteen hours ago',
      (project: TempProject, path: string) => hear(project, path, 'Lines', project.time - 13 * 3_600_000),
    ],
  ])('is nobody’s from elsewhere where what was heard is %s', async (_, heard) => {
    const { project, id, path } = await asked()
    heard(project, path)
    const answered = await project.ask('decision', 'answer', id, '--choice', 'Lines', '--by', 'Ann')
    expect(answered.json()).toMatchObject({ who: 'Ann', word: 'agent' })
  })

  it('given to another wording of the question is not this one', async () => {
    const { project, id, path } = await asked()
    hear(project, path, 'Lines')
    project.write(path, project.read(path).replaceAll('Which unit?', 'Which unit do we drop?'))
    const answered = await project.ask('decision', 'answer', id, '--choice', 'Lines', '--by', 'Ann')
    expect(answered.json()).toMatchObject({ who: 'Ann', word: 'agent' })
  })

  it('whose record a tree brings along is vouched for by nobody', async () => {
    const { project, id } = await asked()
    await project.ask('decision', 'answer', id, '--choice', 'Lines', '--by', 'Ann')
    const line = { kind: 'answered', at: '2026-01-01T00:00:00.000Z', question: id, choice: 'Lines', whose: 'terminal' }
    project.write(LEDGER, frameLine(line, sha256))
    expect(await listed(project)).toMatchObject([{ choice: 'Lines', word: null }])
  })

  it('of a person is taken back by a person; an agent takes back its own', async () => {
    const mine = await asked()
    await mine.project.ask('decision', 'answer', mine.id, '--choice', 'Lines')
    expect((await mine.project.ask('undo', '--last', '1')).exit).toBe(0)
    const { project, id, path } = await asked()
    hear(project, path, 'Lines')
    await project.ask('decision', 'answer', id, '--choice', 'Lines')
    const refused = await project.ask('undo', '--last', '1')
    expect([refused.exit, refused.json().error.code]).toEqual([4, 'CONSENT_REQUIRED'])
    expect(await listed(project)).toMatchObject([{ choice: 'Lines' }])
  })
})

it('that came from elsewhere agrees to nothing that only a person decides', async () => {
  const project = makeProject(OLDER).initGit()
  const { word } = (await project.ask('adopt')).json().error
  keepHeard(project.env(), project.root, word, 'Ann over a chat', project.time)
  expect((await project.ask('adopt', '--agree', word)).exit).toBe(4)
  typeWord(project, word)
  expect((await project.ask('adopt', '--agree', word)).exit).toBe(0)
})

describeWhere(hasTerminal())('a person at a terminal', () => {
  it('answers in their own word', async () => {
    const { project, id } = await asked()
    const argv = [process.execPath, TOOLS, 'decision', 'answer', id, '--choice', 'Lines', '--by', 'Ann']
    const { exit, shown } = await typeAt({ cwd: project.root, env: project.env(), argv, text: '\n', until: 'Lines' })
    expect([exit, await listed(project)], shown).toMatchObject([0, [{ who: 'Ann', word: 'terminal' }]])
  })
})
