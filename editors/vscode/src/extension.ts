// Starts when a project with planning files is opened, and follows its files.
import * as vscode from 'vscode'
import { openChat } from './chat.js'
import { openCommands } from './commands.js'
import { openViews } from './views.js'

/** Writes come in groups. */
const QUIET_MS = 300

export function activate(context: vscode.ExtensionContext): void {
  const refresh = openViews(context)
  openCommands(context, refresh)
  openChat(context)
  let waiting: NodeJS.Timeout | undefined
  const later = () => {
    clearTimeout(waiting)
    waiting = setTimeout(refresh, QUIET_MS)
  }
  const files = vscode.workspace.createFileSystemWatcher('**/.planning/**/*.{md,json,jsonl}')
  context.subscriptions.push(
    files,
    files.onDidChange(later),
    files.onDidCreate(later),
    files.onDidDelete(later),
    vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration('gsd') && refresh()),
    { dispose: () => clearTimeout(waiting) },
  )
}
