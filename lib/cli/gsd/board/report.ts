// `gsd report`: the project as one file for people who do not have it before them.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { GsdError } from '../../../errors.js'
import type { ReportGiven } from '../flags.js'
import type { Answer, World } from '../world.js'
import { type Gallery, galleryOf } from './gallery.js'
import { look } from './look.js'

/** Both forms bear their mark near the beginning. */
const HEAD = 2000

export async function report({ out, markdown }: ReportGiven, world: World): Promise<Answer> {
  const gallery = galleryOf(world, 'report')
  if (out === undefined && !markdown && world.isTTY.out)
    throw new GsdError({
      code: 'USAGE',
      message: 'a page is nothing to read on a terminal; nothing was done',
      fix: 'gsd report --out report.html, or gsd report --markdown',
    })
  const path = out === undefined ? null : resolve(world.cwd, out)
  if (path !== null) refuseStranger(path, gallery)
  const board = await look(world)
  const text = markdown
    ? gallery.reportMarkdown(board)
    : gallery.reportPage(board, createHash('sha256').update(gallery.STYLE).digest('base64'))
  const form = markdown ? 'markdown' : 'html'
  if (path === null) return { exit: 0, result: { action: 'report', form, path, text }, text }
  writeFileSync(path, text)
  return { exit: 0, result: { action: 'report', form, path, bytes: Buffer.byteLength(text) }, text: `${path}\n` }
}

/** Only a report may be written over. */
function refuseStranger(path: string, { REPORT_MARK, MARKDOWN_MARK }: Gallery): void {
  if (!existsSync(path)) return
  const head = readFileSync(path, 'utf8').slice(0, HEAD)
  if (head === '' || head.includes(REPORT_MARK) || head.startsWith(MARKDOWN_MARK)) return
  throw new GsdError({
    code: 'EXISTS',
    message: `${path} is there and is no report; nothing was done`,
    fix: 'take another name',
  })
}
