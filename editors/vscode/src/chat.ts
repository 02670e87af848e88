// What the editor's models can use: a chat participant, and the pack's MCP server as a source of tools.
import * as vscode from 'vscode'
import { askOrThrow, outputOf, programs, projectFolder } from './project.js'

const VERBS: Readonly<Record<string, string>> = { next: 'next', progress: 'progress' }

const reply: vscode.ChatRequestHandler = async ({ command = 'next', prompt }, _context, stream) => {
  if (command === 'capture') {
    if (prompt.trim() !== '') await askOrThrow('note', 'add', `--text=${prompt}`)
    stream.markdown(prompt.trim() === '' ? 'Write your note after `/capture`.' : 'Saved.')
    return
  }
  stream.markdown(`\`\`\`text\n${await outputOf('tools', VERBS[command] ?? 'next', '--pretty')}\n\`\`\`\n`)
  stream.button({ command: 'gsd.next', title: 'Run the next step' })
}

export function openChat(context: vscode.ExtensionContext): void {
  // Editors built on an older version may lack the chat or the servers.
  if (vscode.chat?.createChatParticipant !== undefined)
    context.subscriptions.push(vscode.chat.createChatParticipant('gsd.gsd', reply))
  openTools(context)
}

function openTools(context: vscode.ExtensionContext): void {
  const provider: vscode.McpServerDefinitionProvider = {
    provideMcpServerDefinitions() {
      const [command, ...words] = programs()?.gsd ?? []
      const folder = projectFolder()
      if (command === undefined || folder === null) return []
      const server = new vscode.McpStdioServerDefinition('GSD Pack', command, [...words, 'mcp'])
      server.cwd = folder.uri
      return [server]
    },
  }
  try {
    context.subscriptions.push(vscode.lm.registerMcpServerDefinitionProvider('gsd.mcp', provider))
  } catch {
    // An older version lacks this call, or requires a declaration of its own.
  }
}
