// The two trees, the status bar and the findings; each shows an answer of `gsd-tools`.
import * as vscode from 'vscode'
import {
  type Decisions,
  findingsOf,
  type Lint,
  type Next,
  type OpenItems,
  type PlanIndex,
  type Progress,
  phaseRows,
  planRows,
  proofRow,
  questionRows,
  type Row,
  statusOf,
  type Verification,
} from './answers.js'
import { ask, projectFolder } from './project.js'

const fileOf = (path: string) => vscode.Uri.joinPath((projectFolder() as vscode.WorkspaceFolder).uri, path)

function itemOf(row: Row): vscode.TreeItem {
  const isParent = row.kind === 'phase'
  const item = new vscode.TreeItem(row.label, isParent ? vscode.TreeItemCollapsibleState.Collapsed : undefined)
  item.id = `${row.kind} ${row.id}`
  item.description = row.description
  item.tooltip = row.tooltip
  item.contextValue = row.kind
  item.iconPath = new vscode.ThemeIcon(row.icon)
  if (row.kind === 'open') item.command = { command: 'gsd.answer', title: 'Answer', arguments: [row] }
  else if (row.file !== null) item.command = { command: 'vscode.open', title: 'Open', arguments: [fileOf(row.file)] }
  return item
}

/** A tree whose rows are fetched when they are shown. */
class Rows implements vscode.TreeDataProvider<Row> {
  readonly #changed = new vscode.EventEmitter<void>()
  readonly onDidChangeTreeData = this.#changed.event
  readonly getTreeItem = itemOf
  readonly getChildren: (row?: Row) => Promise<Row[]>
  readonly refresh = () => this.#changed.fire()

  constructor(getChildren: (row?: Row) => Promise<Row[]>) {
    this.getChildren = getChildren
  }
}

async function phases(row?: Row): Promise<Row[]> {
  if (row === undefined) {
    const [progress, next] = await Promise.all([ask<Progress>('progress'), ask<Next>('next')])
    return progress.result === null ? [] : phaseRows(progress.result, next.result)
  }
  const [plans, proof] = await Promise.all([
    ask<PlanIndex>('phase', 'plan-index', row.id),
    ask<Verification>('verification', 'status', row.id),
  ])
  return [
    ...(plans.result === null ? [] : planRows(plans.result)),
    ...(proof.result === null ? [] : [proofRow(row.id, proof.result)]),
  ]
}

export async function questions(): Promise<Row[]> {
  const [decisions, open] = await Promise.all([ask<Decisions>('decision', 'list'), ask<OpenItems>('open')])
  return questionRows(decisions.result?.decisions ?? [], open.result?.items ?? [])
}

async function lint(into: vscode.DiagnosticCollection): Promise<void> {
  const { result } = await ask<Lint>('lint')
  into.clear()
  for (const [path, findings] of findingsOf(result?.findings ?? []))
    into.set(
      fileOf(path),
      findings.map(({ line, column, severity, message, code }) => {
        const range = new vscode.Range(line, column, line, Number.MAX_SAFE_INTEGER)
        const levels = { error: vscode.DiagnosticSeverity.Error, warning: vscode.DiagnosticSeverity.Warning }
        return Object.assign(new vscode.Diagnostic(range, message, levels[severity]), { source: 'gsd', code })
      }),
    )
}

async function show(bar: vscode.StatusBarItem): Promise<void> {
  const { result, error } = await ask<Next>('next')
  Object.assign(bar, statusOf(result, error))
  bar.show()
}

/** Creates and fills all views; returns a function that refreshes them. */
export function openViews(context: vscode.ExtensionContext): () => void {
  const trees = { 'gsd.phases': new Rows(phases), 'gsd.questions': new Rows(questions) }
  const findings = vscode.languages.createDiagnosticCollection('gsd')
  const bar = vscode.window.createStatusBarItem('gsd.next', vscode.StatusBarAlignment.Left, 10)
  bar.name = 'GSD Pack'
  for (const [id, treeDataProvider] of Object.entries(trees))
    context.subscriptions.push(vscode.window.createTreeView(id, { treeDataProvider: treeDataProvider }))
  context.subscriptions.push(findings, bar)
  const refresh = () => {
    for (const tree of Object.values(trees)) tree.refresh()
    void Promise.all([lint(findings), show(bar)])
  }
  refresh()
  return refresh
}
