// `gsd report`: writes or prints the project as one document, for readers without access to the project.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { WholeBoard } from '../../../core/board/shown.js'
import { type Args, arg } from '../../../core/verb.js'
import { isAtOrBelow, obstacleAt, plainFile } from '../../../node/disk.js'
import { rootFrom } from '../../../node/project.js'
import { plainAction } from '../action.js'
import { type GivenOf, JSON_FLAG, PROJECT } from '../flags.js'
import { inFolder } from '../folder.js'
import { nothingDoneError } from '../refusals.js'
import type { Answer, World } from '../world.js'
import { phaseCommits } from './commits.js'
import { readBoard } from './read-board.js'

const ARGS = {
  ...PROJECT,
  out: arg.text('File to write; only an earlier report is overwritten'),
  markdown: arg.flag('Markdown for a comment, instead of an HTML page'),
  json: JSON_FLAG,
} as const satisfies Args

type Gallery = typeof import('./pictures.js')

const MAX_REPORT_BYTES = 256 * 1024 * 1024

export async function report({ out, markdown, dir }: GivenOf<typeof ARGS>, world: World): Promise<Answer> {
  const target = inFolder(dir, world)
  const gallery = await import('./pictures.js')
  if (out === undefined && !markdown && world.isTTY.out)
    throw nothingDoneError(
      'USAGE',
      'an HTML page is not readable on a terminal',
      'run gsd report --out report.html, or gsd report --markdown',
    )
  const path = out === undefined ? null : resolve(world.cwd, out)
  if (path !== null) refuseOtherFile(path, world.cwd, gallery)
  const board = await readBoard(target)
  const text = markdown ? gallery.reportMarkdown(board) : await pageOf(board, target, gallery)
  const form = markdown ? 'markdown' : 'html'
  if (path === null) return { exit: 0, result: { action: 'report', form, path, text }, text }
  writeFileSync(path, text)
  return { exit: 0, result: { action: 'report', form, path, bytes: Buffer.byteLength(text) }, text: `${path}\n` }
}

async function pageOf(
  board: WholeBoard,
  { cwd, env, bin }: World,
  { boardScript, reportPage, STYLE }: Gallery,
): Promise<string> {
  const digest = (text: string) => createHash('sha256').update(text).digest('base64')
  return reportPage(board, await phaseCommits(rootFrom(env, cwd), board.phases), {
    style: STYLE,
    script: boardScript(bin),
    digest,
  })
}

/** Refuses to write over anything but a report or an empty file, or through a link, which may lead elsewhere. */
function refuseOtherFile(path: string, cwd: string, { REPORT_MARK, MARKDOWN_MARK }: Gallery): void {
  const from = isAtOrBelow(cwd, path) ? cwd : resolve(path, '..')
  const found = obstacleAt(from, relative(from, path), 'file')
  if (found !== null)
    throw nothingDoneError(
      'PATH_OUTSIDE',
      `${resolve(from, found.path)} is ${found.kind === 'link' ? 'a link' : 'not a file'}`,
      'choose another name, or remove what has this name',
    )
  const file = plainFile(path, { maxBytes: MAX_REPORT_BYTES })
  if (file === 'absent') return
  const text = typeof file === 'string' ? null : file.bytes.toString('utf8')
  if (text === '' || text?.includes(REPORT_MARK) || text?.startsWith(MARKDOWN_MARK)) return
  throw nothingDoneError('EXISTS', `${path} exists and is not a report`, 'choose another name')
}

export const action = plainAction(
  'Write a page or comment about the project: progress, dependencies, evidence, questions',
  ARGS,
  report,
)
