// Calls the pack's programs for the open project.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import * as vscode from 'vscode'
import type { ToolError } from './answers.js'
import { findPrograms, type Programs } from './finder.js'

const MISSING: ToolError = {
  code: 'NOT_FOUND',
  message: 'gsd-tools was not found',
  fix: 'Install the pack, or set gsd.path to the path of gsd-tools.',
}
const MAX_CALL_MS = 60_000

export const errorText = ({ message, fix }: ToolError): string => `${message}. ${fix}`

/** What a verb printed. A hold or a negative answer has both a result and an error. */
export interface Answer<T> {
  readonly result: T | null
  readonly error: ToolError | null
}

/** Returns the first open folder with planning files, or else the first open folder; null if none is open. */
export function projectFolder(): vscode.WorkspaceFolder | null {
  const folders = vscode.workspace.workspaceFolders ?? []
  return folders.find(({ uri }) => existsSync(join(uri.fsPath, '.planning'))) ?? folders[0] ?? null
}

/** Runs a verb. Throws an error with a message for the user if the verb answers with one. */
export async function askOrThrow(...words: readonly string[]): Promise<void> {
  const { error } = await ask(...words)
  if (error !== null) throw new Error(errorText(error))
}

export function programs(): Programs | null {
  return findPrograms({
    path: vscode.workspace.getConfiguration('gsd').get('path', ''),
    project: projectFolder()?.uri.fsPath ?? '',
    home: homedir(),
    PATH: process.env['PATH'] ?? '',
    exists: existsSync,
  })
}

/** Returns what a program prints, whatever its exit code. Rejects if it prints nothing and fails. */
export function outputOf(program: keyof Programs, ...words: readonly string[]): Promise<string> {
  const [command, ...before] = programs()?.[program] ?? []
  if (command === undefined) return Promise.reject(new Error(errorText(MISSING)))
  return new Promise((done, fail) => {
    const options = { cwd: projectFolder()?.uri.fsPath, maxBuffer: 1e8, timeout: MAX_CALL_MS }
    execFile(command, [...before, ...words], options, (error, stdout, stderr) =>
      stdout === '' && error !== null ? fail(new Error(stderr || error.message)) : done(stdout),
    )
  })
}

export async function ask<T extends object>(...words: readonly string[]): Promise<Answer<T>> {
  if (programs() === null) return { result: null, error: MISSING }
  try {
    const { error = null, ...rest } = JSON.parse(await outputOf('tools', ...words, '--json')) as { error?: ToolError }
    return { result: Object.keys(rest).length === 0 ? null : (rest as T), error }
  } catch (error) {
    return { result: null, error: { code: 'FAILED', message: (error as Error).message, fix: MISSING.fix } }
  }
}

/** Runs a verb in a terminal, so that answers typed there count as the user's. Returns the exit code. */
export async function runInTerminal(title: string, ...words: readonly string[]): Promise<number | undefined> {
  const [command, ...before] = programs()?.tools ?? []
  const folder = projectFolder()
  if (command === undefined || folder === null) throw new Error(errorText(MISSING))
  const execution = new vscode.ProcessExecution(command, [...before, ...words], { cwd: folder.uri.fsPath })
  const task = new vscode.Task({ type: 'gsd' }, folder, title, 'gsd', execution)
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, clear: true }
  const started = await vscode.tasks.executeTask(task)
  return new Promise((done) => {
    const listening = vscode.tasks.onDidEndTaskProcess(({ execution: ended, exitCode }) => {
      if (ended !== started) return
      listening.dispose()
      done(exitCode)
    })
  })
}

/** Starts `gsd` as a process that runs until it is stopped. */
export function startGsd(...words: readonly string[]): ChildProcess {
  const [command, ...before] = programs()?.gsd ?? []
  if (command === undefined) throw new Error(errorText(MISSING))
  const cwd = projectFolder()?.uri.fsPath
  return spawn(command, [...before, ...words], { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
}
