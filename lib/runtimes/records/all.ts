// Where each client records its sessions' usage. Apart from the rows, so that it loads for usage only.
import type { RuntimeId } from '../all.js'
import { CLAUDE_RECORDS } from './claude.js'
import { CLINE_RECORDS } from './cline.js'
import { CODEX_RECORDS } from './codex.js'
import { COPILOT_RECORDS } from './copilot.js'
import { GEMINI_RECORDS } from './gemini.js'
import { KIMI_RECORDS } from './kimi-code.js'
import { PI_RECORDS } from './pi.js'
import { QWEN_RECORDS } from './qwen.js'
import type { Records } from './records.js'

const IN_A_DATABASE = 'stores its records in a database, which is not read'
const UNKNOWN = 'has no known place for records'

/** A text gives the reason there are no records. */
export const RECORDS: Readonly<Record<RuntimeId, Records | string>> = {
  claude: CLAUDE_RECORDS,
  codex: CODEX_RECORDS,
  opencode: IN_A_DATABASE,
  kilo: IN_A_DATABASE,
  qwen: QWEN_RECORDS,
  gemini: GEMINI_RECORDS,
  augment: 'does not record tokens',
  antigravity: UNKNOWN,
  cursor: UNKNOWN,
  windsurf: UNKNOWN,
  trae: UNKNOWN,
  'trae-cn': UNKNOWN,
  copilot: COPILOT_RECORDS,
  cline: CLINE_RECORDS,
  pi: PI_RECORDS,
  'kimi-code': KIMI_RECORDS,
  codebuddy: UNKNOWN,
  hermes: UNKNOWN,
  zcode: UNKNOWN,
  crush: UNKNOWN,
  agents: 'is a folder shared by several clients',
}
