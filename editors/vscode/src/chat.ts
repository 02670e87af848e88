// What models of the editor get: a chat participant, and the MCP server of the pack as a source of tools.
import * as vscode from 'vscode'
import { folderOf, must, programs, textOf } from './project.js'

const VERBS: Readonly<Record<string, string>> = { next: 'next', progress: 'progress' }

const reply: vscode.ChatRequestHandler = async ({ command = 'next', prompt }, _context, stream) => {
  if (command === 'capture') {
    if (prompt.trim() !== '') await must('note', 'add', `--text=${prompt}`)
    stream.markdown(prompt.trim() === '' ? 'Write what to keep behind `/capture`.' : 'Kept.')
    return
  }
  stream.markdown(`\`\`\`text\n${await textOf('tools', VERBS[command] ?? 'next', '--pretty')}\n\`\`\`\n`)
  stream.button({ command: 'gsd.next', title: 'Run the next step' })
}

export function openChat(context: vscode.ExtensionContext): void {
  // Editors built on an older version lack one or the other.
  if (vscode.chat?.createChatParticipant !== undefined)
    context.subscriptions.push(vscode.chat.createChatParticipant('gsd.gsd', reply))
  openTools(context)
}

function openTools(context: vscode.ExtensionContext): void {
  const provider: vscode.McpServerDefinitionProvider = {
    provideMcpServerDefinitions() {
      const [command, ...words] = programs()?.gsd ?? []
      const folder = folderOf()
      if (command === undefined || folder === null) return []
      const server = new vscode.McpStdioServerDefinition('GSD Pack', command, [...words, 'mcp'])
      server.cwd = folder.uri
      return [server]
    },
  }
  try {
    context.subscriptions.push(vscode.lm.registerMcpServerDefinitionProvider('gsd.mcp', provider))
  } catch {
    // An older version has no such call, or wants it announced in its own way.
  }
}
