// `gsd mcp` with the client of the protocol's own library: what it lists, calls, reads and refuses.

import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isAlive } from '../../lib/node/alive.js'
import { environmentOf, PACKAGE } from '../support/gsd.js'
import { temporaryHome } from '../support/home.js'
import { writeNotes } from '../support/notes.js'
import { CTRL_D, hasTerminal, pressKeys } from '../support/talk.js'
import { itWhere } from '../support/where.js'

const HELLO = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

let home: string
let project: string
let client: Client

const connect = async (): Promise<Client> => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PACKAGE, 'mcp'],
    cwd: project,
    env: environmentOf(home),
    stderr: 'pipe',
  })
  const made = new Client({ name: 'test', version: '1' })
  await made.connect(transport)
  return made
}

/** Returns the texts of all files below a folder, by path. */
const filesBelow = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path), readFileSync(path, 'utf8')]),
  )

beforeEach(async () => {
  home = temporaryHome()
  project = join(home, 'notes')
  writeNotes(project, 'Adding', 'Finding')
  client = await connect()
})
afterEach(() => client.close())

interface ToolResult {
  readonly isError: boolean
  readonly text: string
}
async function called(name: string, given: Record<string, unknown> = {}): Promise<ToolResult> {
  const { isError, content } = await client.callTool({ name, arguments: given })
  const [{ text }] = content as [{ text: string }]
  return { isError: isError === true, text }
}
const documentOf = ({ text }: ToolResult) => JSON.parse(text)

it('lists tools with their verbs’ arguments, and marks those that are read-only', async () => {
  const { tools } = await client.listTools()
  const next = tools.find(({ name }) => name === 'next')
  const planIndex = tools.find(({ name }) => name === 'phase_plan-index')
  expect(tools.length).toBeGreaterThan(12)
  expect(tools.every(({ name }) => /^[\w-]{1,64}$/.test(name))).toBe(true)
  expect(next?.annotations).toMatchObject({ readOnlyHint: true })
  expect(tools.find(({ name }) => name === 'unit_finish')?.annotations).toMatchObject({ readOnlyHint: false })
  expect(planIndex?.inputSchema).toMatchObject({ properties: { phase: { type: 'string' } }, required: ['phase'] })
})

it('answers as the verb does, and writes its changes', async () => {
  expect(documentOf(await called('next'))).toMatchObject({ kind: 'dispatch', unit: { unitType: 'plan-phase' } })
  expect(documentOf(await called('progress')).phases[1]).toMatchObject({ name: 'Finding' })
  const added = documentOf(await called('note_add', { text: '--raw is a word of mine, and `this` too' }))
  expect(added).toMatchObject({ changed: true })
  expect(existsSync(join(project, added.changed_files[0]))).toBe(true)
})

it('reports a refusal with its fix, and treats no argument as another flag or a path', async () => {
  const unknown = await called('phase_plan-index', { phase: '1', raw: true })
  expect([unknown.isError, documentOf(unknown).error.code]).toEqual([true, 'USAGE'])
  writeFileSync(join(project, 'mine.txt'), 'of the person')
  const read = await called('note_add', { 'text-file': 'mine.txt' })
  expect([read.isError, documentOf(read).error.message]).toEqual([true, expect.stringContaining('text-file')])
  const { tools } = await client.listTools()
  expect(JSON.stringify(tools)).not.toMatch(/"(?:text-file|file|typed)":/)
  const missing = await called('unit_finish', { claim: 'nobody' })
  expect([missing.isError, typeof documentOf(missing).error.fix]).toEqual([true, 'string'])
  await expect(client.callTool({ name: 'undo', arguments: {} })).rejects.toThrow(/no tool/)
})

it('serves the tools on its documentation page, which gives their number', async () => {
  const { tools } = await client.listTools()
  const page = readFileSync(new URL('../../docs/how-to/mcp.md', import.meta.url), 'utf8')
  const [, list = ''] = /The tools are ([\s\S]*?)\.\n/.exec(page) ?? []
  expect([...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name).sort()).toEqual(tools.map(({ name }) => name).sort())
  expect(page).toContain(`the descriptions of ${tools.length} tools`)
})

it('writes nothing but captures and decisions without a claim', async () => {
  /** For each tool, a call and the files that it may change without a claim; null for a tool that takes a claim. */
  const LEAVES: Readonly<Record<string, { readonly given: Record<string, unknown>; readonly below: RegExp } | null>> = {
    begin: null,
    unit_finish: { given: { claim: 'nobody' }, below: /^$/ },
    check_run: { given: { id: '1' }, below: /^$/ },
    note_add: { given: { text: 'a thought' }, below: /^todos\// },
    decision_add: { given: { question: 'Which?', options: ['a', 'b'] }, below: /^decisions\// },
    decision_answer: { given: { id: 'nothing', choice: 'a' }, below: /^$/ },
  }
  const { tools } = await client.listTools()
  const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name)
  expect(writing.sort()).toEqual(Object.keys(LEAVES).sort())
  /** False for files that every writing call may refresh. */
  const isOwn = (path: string) => !/^(?:journal|\.runtime)(?:\/|$)|^(?:\.gitignore|STATE\.md)$/.test(path)
  for (const name of writing) {
    const leaves = LEAVES[name] ?? null
    if (leaves === null) continue
    const before = filesBelow(join(project, '.planning'))
    await called(name, leaves.given)
    const after = filesBelow(join(project, '.planning'))
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (path) => isOwn(path) && before.get(path) !== after.get(path),
    )
    expect([name, changed.filter((path) => !leaves.below.test(path))]).toEqual([name, []])
  }
})

it('runs concurrent calls so that none fails on another’s lock', async () => {
  const texts = Array.from({ length: 6 }, (_, index) => `thought ${index}`)
  const results = await Promise.all(texts.map((text) => called('note_add', { text })))
  expect(results.map(({ isError }) => isError)).toEqual(texts.map(() => false))
  expect(new Set(results.map((one) => documentOf(one).changed_files[0])).size).toBe(texts.length)
})

it('offers the commands as prompts with arguments', async () => {
  const { prompts } = await client.listPrompts()
  expect(prompts.length).toBeGreaterThan(60)
  const { messages } = await client.getPrompt({ name: 'plan-phase', arguments: { words: '2' } })
  const [{ content }] = messages as unknown as [{ content: { text: string } }]
  expect(content.text).toContain('## Facts')
  expect(content.text).toContain('Finding')
})

it('ends when the client that started it is killed', async () => {
  const starts = `const { spawn } = require('node:child_process')
const server = spawn(process.execPath, ${JSON.stringify([PACKAGE, 'mcp'])}, { stdio: ['pipe', 'pipe', 'ignore'] })
server.stdout.once('data', () => console.log(server.pid))
server.stdin.write(${JSON.stringify(`${JSON.stringify(HELLO)}\n`)})`
  const starter = spawn(process.execPath, ['-e', starts], {
    cwd: project,
    env: environmentOf(home),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const server = Number(await new Promise((done) => starter.stdout.once('data', (bytes) => done(String(bytes)))))
  expect(isAlive(server)).toBe(true)
  starter.kill('SIGKILL')
  await expect.poll(() => isAlive(server), { timeout: 30_000 }).toBe(false)
})

itWhere(hasTerminal)('explains itself to a user who starts it, and ends with the terminal’s input', async () => {
  const { exit, output } = await pressKeys(home, 'mcp', [['Waiting for an MCP client', CTRL_D]])
  expect([exit, output]).toEqual([0, expect.stringContaining('gsd install --claude --mcp')])
})
