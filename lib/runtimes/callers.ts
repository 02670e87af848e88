// How a call knows the client that started it. Apart from the rows, so that a call loads nothing else of them.
import type { Runtime } from './runtime.js'

export type Caller = Pick<Runtime, 'recognisedBy' | 'conversation' | 'programs'>

const caller = (
  programs: readonly string[],
  recognisedBy: readonly string[] = [],
  conversation: string | null = null,
): Caller => ({ programs, recognisedBy, conversation })

/** In the order of the rows: the first with a non-empty variable is the caller. */
export const CALLERS = {
  claude: caller(['claude'], ['CLAUDECODE'], 'CLAUDE_CODE_SESSION_ID'),
  codex: caller(['codex'], ['CODEX_THREAD_ID', 'CODEX_CI'], 'CODEX_SESSION_ID'),
  // Not OPENCODE: a fork sets it as well.
  opencode: caller(['opencode'], ['OPENCODE_PID']),
  kilo: caller(['kilo', 'kilocode'], ['KILO_PID']),
  qwen: caller(['qwen'], ['QWEN_CODE'], 'QWEN_CODE_SESSION_ID'),
  gemini: caller(['gemini'], ['GEMINI_CLI']),
  augment: caller(['auggie'], ['AUGMENT_AGENT']),
  antigravity: caller(['agy']),
  cursor: caller(['cursor', 'cursor-agent']),
  windsurf: caller(['windsurf', 'devin']),
  trae: caller(['trae']),
  'trae-cn': caller(['trae-cn']),
  copilot: caller(['copilot'], ['COPILOT_CLI'], 'COPILOT_AGENT_SESSION_ID'),
  cline: caller(['cline'], ['CLINE_CONNECTOR_CLI_LAUNCH']),
  pi: caller(['pi'], ['PI_CODING_AGENT']),
  'kimi-code': caller(['kimi']),
  codebuddy: caller(['codebuddy']),
  hermes: caller(['hermes']),
  zcode: caller(['zcode']),
  crush: caller(['crush'], ['CRUSH']),
  agents: caller([]),
}

/** Process names of clients. */
export const PROGRAMS: ReadonlySet<string> = new Set(Object.values(CALLERS).flatMap(({ programs }) => programs))
