import type { Channel } from './channel.js'
import { claudePlugin } from './claude-plugin.js'
import { codexPlugin } from './codex-plugin.js'
import { geminiExtension } from './gemini-extension.js'

export const CHANNELS: readonly Channel[] = [claudePlugin, codexPlugin, geminiExtension]
