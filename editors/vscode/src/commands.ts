// The extension's commands. Each runs `gsd-tools` or `gsd`, or types a line into a terminal for the client.
import * as vscode from 'vscode'
import { clientLine, type Next, planOf, type Row } from './answers.js'
import { ask, askOrThrow, errorText, outputOf, projectFolder, runInTerminal, startGsd } from './project.js'
import { questions } from './views.js'

function runInClient(words: string): void {
  const line = clientLine(vscode.workspace.getConfiguration('gsd').get('client', ''), words)
  if (line === null) return void vscode.window.showErrorMessage(`Not a command of the pack: ${words}`)
  const terminal = vscode.window.createTerminal({ name: 'GSD', cwd: projectFolder()?.uri as vscode.Uri })
  terminal.show()
  terminal.sendText(line)
}

async function next(): Promise<void> {
  const { result, error } = await ask<Next>('next')
  if (result === null) throw new Error(error === null ? 'gsd-tools gave no answer' : errorText(error))
  if (result.kind === 'hold') return answer()
  runInClient(result.command ?? 'gsd-next')
}

async function answer(chosenRow?: Row): Promise<void> {
  const open = chosenRow === undefined ? (await questions()).filter(({ kind }) => kind === 'open') : [chosenRow]
  const picks = open.map((row) => ({ label: row.label, description: row.description, row }))
  const row = picks.length > 1 ? (await vscode.window.showQuickPick(picks))?.row : open[0]
  if (row === undefined) return void vscode.window.showInformationMessage('No open questions.')
  const OTHER = 'Something else…'
  const chosen = await vscode.window.showQuickPick([...row.options, OTHER], { title: row.label })
  if (chosen === undefined) return
  const choice = chosen === OTHER ? await vscode.window.showInputBox({ title: row.label }) : chosen
  if (choice === undefined || choice === '') return
  const otherFlag = chosen === OTHER && row.options.length > 0 ? ['--other'] : []
  await runInTerminal('answer', 'decision', 'answer', row.id, `--choice=${choice}`, ...otherFlag)
}

async function capture(): Promise<void> {
  const text = await vscode.window.showInputBox({ title: 'What do you want to note?' })
  if (text === undefined || text === '') return
  await askOrThrow('note', 'add', `--text=${text}`)
}

let page: vscode.WebviewPanel | null = null

/** Shows the report in a tab. It is one file that loads nothing else, so the editor can show it unchanged. */
async function report(): Promise<void> {
  const html = await outputOf('gsd', 'report')
  page ??= vscode.window.createWebviewPanel('gsd.report', 'GSD board', vscode.ViewColumn.Active, {
    enableScripts: true,
  })
  page.onDidDispose(() => {
    page = null
  })
  page.webview.html = html
  page.reveal()
}

async function board(context: vscode.ExtensionContext): Promise<void> {
  // The board answers only at this machine's loopback address, and an editor in a browser would use another one.
  if (vscode.env.uiKind === vscode.UIKind.Web) return report()
  const child = startGsd('board', '--json')
  context.subscriptions.push({ dispose: () => child.kill() })
  const output = await new Promise<string>((done, fail) => {
    child.stdout?.once('data', (part: Buffer) => done(part.toString()))
    child.once('error', fail)
    child.once('exit', () => fail(new Error('gsd board stopped')))
  })
  const { url } = JSON.parse(output.split('\n', 1)[0] ?? '') as { url: string }
  await vscode.env.openExternal(vscode.Uri.parse(url, true))
}

const planLenses: vscode.CodeLensProvider = {
  provideCodeLenses({ uri }) {
    const found = planOf(uri.path)
    if (found === null) return []
    const top = new vscode.Range(0, 0, 0, 0)
    return [
      new vscode.CodeLens(top, { title: 'Execute', command: 'gsd.execute', arguments: [{ id: found.phase }] }),
      new vscode.CodeLens(top, { title: 'Run the checks', command: 'gsd.check', arguments: [{ id: found.plan }] }),
    ]
  },
}

export function openCommands(context: vscode.ExtensionContext, refresh: () => void): void {
  const commands: Readonly<Record<string, (row: Row) => unknown>> = {
    next,
    begin: () => runInClient('gsd-new-project'),
    answer,
    capture,
    check: ({ id }) => runInTerminal('check', 'check', 'run', id),
    execute: ({ id }) => runInClient(`gsd-execute-phase ${id}`),
    report,
    board: () => board(context),
    refresh,
    walkthrough: () =>
      vscode.commands.executeCommand('workbench.action.openWalkthrough', `${context.extension.id}#start`),
  }
  for (const [name, run] of Object.entries(commands)) {
    const handler = async (row: Row) => {
      try {
        await run(row)
      } catch (error) {
        vscode.window.showErrorMessage((error as Error).message)
      }
    }
    context.subscriptions.push(vscode.commands.registerCommand(`gsd.${name}`, handler))
  }
  const plans = { pattern: '**/.planning/**/*-PLAN.md' }
  context.subscriptions.push(vscode.languages.registerCodeLensProvider(plans, planLenses))
}
