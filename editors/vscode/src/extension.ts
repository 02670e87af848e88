// Entry point: starts when a project with planning files is opened, and refreshes the views when those files change.
import * as vscode from 'vscode'
import { openChat } from './chat.js'
import { openCommands } from './commands.js'
import { openViews } from './views.js'

/** Delay before a refresh, because several files usually change at once. */
const REFRESH_DELAY_MS = 300

export function activate(context: vscode.ExtensionContext): void {
  const refresh = openViews(context)
  openCommands(context, refresh)
  openChat(context)
  let timer: NodeJS.Timeout | undefined
  const refreshSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(refresh, REFRESH_DELAY_MS)
  }
  const files = vscode.workspace.createFileSystemWatcher('**/.planning/**/*.{md,json,jsonl}')
  context.subscriptions.push(
    files,
    files.onDidChange(refreshSoon),
    files.onDidCreate(refreshSoon),
    files.onDidDelete(refreshSoon),
    vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration('gsd') && refresh()),
    { dispose: () => clearTimeout(timer) },
  )
}
