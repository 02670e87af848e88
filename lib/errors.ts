// The error type for callers, and the exit code of each error code.

/** 0 ok · 1 the answer is no · 2 usage · 3 locked or conflict · 4 the user must decide · 70 internal or I/O. */
export type Exit = 0 | 1 | 2 | 3 | 4 | 70

export const CODES = {
  USAGE: 2,
  UNKNOWN_VERB: 2,
  UNKNOWN_FLAG: 2,
  CONFIG_INVALID_KEY: 2,
  CONFIG_INVALID_VALUE: 2,
  PATH_OUTSIDE: 2,
  NO_PROJECT: 1,
  CONFIG_PARSE_FAILED: 1,
  CONFIG_KEY_NOT_FOUND: 1,
  PHASE_NOT_FOUND: 1,
  PLAN_NOT_FOUND: 1,
  NOT_FOUND: 1,
  FILE_NOT_FOUND: 1,
  PICK_FIELD_ABSENT: 1,
  ARTIFACT_INVALID: 1,
  UNCOMMITTED: 1,
  BAD_DATA: 1,
  PHASE_VERIFICATION_INCOMPLETE: 1,
  WRITE_REFUSED: 1,
  STATE_MISSING: 1,
  PLAN_CYCLE: 1,
  NOT_PROVEN: 1,
  COMMIT_FAILED: 1,
  GIT_READ_ONLY: 4,
  REMOTE_AWAY: 4,
  INSTALL_REFUSED: 1,
  REMOVAL_BLOCKED: 1,
  HAS_SUMMARIES: 1,
  MILESTONE_UNKNOWN: 1,
  MILESTONE_UNFINISHED: 1,
  EXISTS: 1,
  NO_RECEIPT: 1,
  JOURNAL_DAMAGED: 1,
  ROLLED_BACK: 1,
  PHASE_DONE: 1,
  DECLINED: 1,
  LOCKED: 3,
  CONFLICT: 3,
  STALE_DECISION: 3,
  CLAIMED: 3,
  FENCED: 3,
  SCHEMA_NEWER: 3,
  GIT_CONFLICT: 3,
  CHANGED_SINCE: 3,
  ALREADY_ANSWERED: 3,
  CONFIRM_REQUIRED: 4,
  UNTRUSTED_COMMANDS: 4,
  PHASE_AMBIGUOUS: 4,
  HOLD: 4,
  WORKSTREAM_UNRESOLVED: 4,
  WORKSTREAM_NONE_ACTIVE: 4,
  PERSON_ONLY: 4,
  INTERNAL: 70,
  IO: 70,
  JOURNAL_WRITE: 70,
  LEDGER_WRITE: 70,
} as const satisfies Record<string, Exit>

export type Code = keyof typeof CODES

/** A message for the user: what is wrong, and the command or edit that fixes it. */
export interface Notice {
  readonly code: string
  readonly message: string
  readonly fix: string
}

export interface ErrorBody extends Notice {
  readonly code: Code
}

export const usageError = (message: string, fix: string): ErrorBody => ({ code: 'USAGE', message, fix })

/** Thrown to end a command with an error document. Readers of files return issues instead. */
export class GsdError extends Error {
  readonly code: Code
  readonly fix: string
  readonly exit: Exit

  constructor(body: ErrorBody, options?: { cause?: unknown; exit?: Exit }) {
    super(body.message, options?.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'GsdError'
    this.code = body.code
    this.fix = body.fix
    this.exit = options?.exit ?? CODES[body.code]
  }

  get body(): ErrorBody {
    return { code: this.code, message: this.message, fix: this.fix }
  }
}

export const gsdError = (code: Code, message: string, fix: string): GsdError => new GsdError({ code, message, fix })

/** Throws the error, which ends the command before its edits are written. */
export function refuse(body: ErrorBody): never {
  throw new GsdError(body)
}

/** Ends the command because a file cannot be edited as intended. */
export function refuseEdit(path: string, expected: string, received: string, fix: string): never {
  refuse({ code: 'WRITE_REFUSED', message: `${path} was not changed: expected ${expected}, found ${received}`, fix })
}

/** A finding in an authored file. `line` and `column` are 1-based; 0 means the whole file. */
export interface Issue {
  readonly code: string
  /** `error`: the meaning of the file is in doubt · `notice`: readable, but worth checking. */
  readonly severity: 'error' | 'notice'
  readonly path: string
  readonly line: number
  readonly column: number
  readonly expected: string
  readonly received: string
  readonly message: string
  readonly fix: string
}
