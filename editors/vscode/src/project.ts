// Calls the programs of the pack for the open project.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import * as vscode from 'vscode'
import type { Fault } from './answers.js'
import { findPrograms, type Programs } from './finder.js'

const MISSING: Fault = {
  code: 'NOT_FOUND',
  message: 'gsd-tools was not found',
  fix: 'Install the pack, or name the program in the setting gsd.path.',
}
const LONGEST_MS = 60_000

export const told = ({ message, fix }: Fault): string => `${message}. ${fix}`

/** A hold, or a negative answer, has both. */
export interface Answer<T> {
  readonly result: T | null
  readonly fault: Fault | null
}

/** The folder with planning files, or else the first one. */
export function folderOf(): vscode.WorkspaceFolder | null {
  const folders = vscode.workspace.workspaceFolders ?? []
  return folders.find(({ uri }) => existsSync(join(uri.fsPath, '.planning'))) ?? folders[0] ?? null
}

/** Throws what stood in the way, for a person. */
export async function must(...words: readonly string[]): Promise<void> {
  const { fault } = await ask(...words)
  if (fault !== null) throw new Error(told(fault))
}

export function programs(): Programs | null {
  return findPrograms({
    path: vscode.workspace.getConfiguration('gsd').get('path', ''),
    project: folderOf()?.uri.fsPath ?? '',
    home: homedir(),
    PATH: process.env['PATH'] ?? '',
    exists: existsSync,
  })
}

/** The answer of a verb as text, whatever its exit code says. */
export function textOf(program: keyof Programs, ...words: readonly string[]): Promise<string> {
  const [command, ...before] = programs()?.[program] ?? []
  if (command === undefined) return Promise.reject(new Error(told(MISSING)))
  return new Promise((done, fail) => {
    const options = { cwd: folderOf()?.uri.fsPath, maxBuffer: 1e8, timeout: LONGEST_MS }
    execFile(command, [...before, ...words], options, (error, stdout, stderr) =>
      stdout === '' && error !== null ? fail(new Error(stderr || error.message)) : done(stdout),
    )
  })
}

export async function ask<T extends object>(...words: readonly string[]): Promise<Answer<T>> {
  if (programs() === null) return { result: null, fault: MISSING }
  try {
    const { error = null, ...rest } = JSON.parse(await textOf('tools', ...words, '--json')) as { error?: Fault }
    return { result: Object.keys(rest).length === 0 ? null : (rest as T), fault: error }
  } catch (error) {
    return { result: null, fault: { code: 'FAILED', message: (error as Error).message, fix: MISSING.fix } }
  }
}

/** Runs it in a terminal, so that the answers given there count as the user's. Returns its exit code. */
export async function runInTerminal(title: string, ...words: readonly string[]): Promise<number | undefined> {
  const [command, ...before] = programs()?.tools ?? []
  const folder = folderOf()
  if (command === undefined || folder === null) throw new Error(told(MISSING))
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

/** A program that runs until it is ended. */
export function start(...words: readonly string[]): ChildProcess {
  const [command, ...before] = programs()?.gsd ?? []
  if (command === undefined) throw new Error(told(MISSING))
  return spawn(command, [...before, ...words], { cwd: folderOf()?.uri.fsPath, stdio: ['ignore', 'pipe', 'ignore'] })
}
