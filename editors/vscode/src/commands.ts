// What a person can do from the editor. It ends in `gsd-tools`, in `gsd`, or in the client's terminal.
import * as vscode from 'vscode'
import { clientLine, type Next, planOf, type Row } from './answers.js'
import { ask, folderOf, must, runInTerminal, start, textOf, told } from './project.js'
import { questions } from './views.js'

function inClient(words: string): void {
  const line = clientLine(vscode.workspace.getConfiguration('gsd').get('client', ''), words)
  if (line === null) return void vscode.window.showErrorMessage(`Not a command of the pack: ${words}`)
  const terminal = vscode.window.createTerminal({ name: 'GSD', cwd: folderOf()?.uri as vscode.Uri })
  terminal.show()
  terminal.sendText(line)
}

async function next(): Promise<void> {
  const { result, fault } = await ask<Next>('next')
  if (result === null) throw new Error(fault === null ? 'no answer' : told(fault))
  if (result.kind === 'hold') return answer()
  inClient(result.command ?? 'gsd-next')
}

async function answer(given?: Row): Promise<void> {
  const open = given === undefined ? (await questions()).filter(({ kind }) => kind === 'open') : [given]
  const picks = open.map((row) => ({ label: row.label, description: row.description, row }))
  const row = picks.length > 1 ? (await vscode.window.showQuickPick(picks))?.row : open[0]
  if (row === undefined) return void vscode.window.showInformationMessage('No open questions.')
  const OTHER = 'Something else…'
  const chosen = await vscode.window.showQuickPick([...row.options, OTHER], { title: row.label })
  if (chosen === undefined) return
  const own = chosen === OTHER ? await vscode.window.showInputBox({ title: row.label }) : chosen
  if (own === undefined || own === '') return
  const other = chosen === OTHER && row.options.length > 0 ? ['--other'] : []
  await runInTerminal('answer', 'decision', 'answer', row.id, `--choice=${own}`, ...other)
}

async function capture(): Promise<void> {
  const text = await vscode.window.showInputBox({ title: 'What should be kept?' })
  if (text === undefined || text === '') return
  await must('note', 'add', `--text=${text}`)
}

let page: vscode.WebviewPanel | null = null

/** The report is one file that loads nothing, so it can stand in the editor as it is. */
async function report(): Promise<void> {
  const html = await textOf('gsd', 'report')
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
  // The board answers to this machine's own address only, and an editor in a browser would use another one.
  if (vscode.env.uiKind === vscode.UIKind.Web) return report()
  const child = start('board', '--json')
  context.subscriptions.push({ dispose: () => child.kill() })
  const said = await new Promise<string>((done, fail) => {
    child.stdout?.once('data', (part: Buffer) => done(part.toString()))
    child.once('error', fail)
    child.once('exit', () => fail(new Error('gsd board ended')))
  })
  const { url } = JSON.parse(said.split('\n', 1)[0] ?? '') as { url: string }
  await vscode.env.openExternal(vscode.Uri.parse(url, true))
}

const plansIn: vscode.CodeLensProvider = {
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
    begin: () => inClient('gsd-new-project'),
    answer,
    capture,
    check: ({ id }) => runInTerminal('check', 'check', 'run', id),
    execute: ({ id }) => inClient(`gsd-execute-phase ${id}`),
    report,
    board: () => board(context),
    refresh,
    walkthrough: () =>
      vscode.commands.executeCommand('workbench.action.openWalkthrough', `${context.extension.id}#start`),
  }
  for (const [name, run] of Object.entries(commands)) {
    const told = async (row: Row) => {
      try {
        await run(row)
      } catch (error) {
        vscode.window.showErrorMessage((error as Error).message)
      }
    }
    context.subscriptions.push(vscode.commands.registerCommand(`gsd.${name}`, told))
  }
  const plans = { pattern: '**/.planning/**/*-PLAN.md' }
  context.subscriptions.push(vscode.languages.registerCodeLensProvider(plans, plansIn))
}
