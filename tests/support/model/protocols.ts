// The protocols of the loopback model. The first that knows a path answers it.
import { augment } from './augment.js'
import { chat } from './chat.js'
import { gemini } from './gemini.js'
import { messages } from './messages.js'
import type { Protocol } from './protocol.js'
import { responses } from './responses.js'

export const PROTOCOLS: readonly Protocol[] = [messages, responses, chat, gemini, augment]
