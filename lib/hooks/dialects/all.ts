// The dialects by name, as the runtime rows refer to them.
import type { DialectId, HookFacts } from '../../runtimes/hooks.js'
import type { Dialect } from '../dialect.js'
import { blocking, camel, cancelling, decision, exitCode, permission, plain } from './flat.js'
import { nested, nestedDeciding, nestedDoubled, nestedMessage } from './nested.js'

export const DIALECTS = {
  nested,
  'nested-deciding': nestedDeciding,
  'nested-doubled': nestedDoubled,
  'nested-message': nestedMessage,
  camel,
  permission,
  decision,
  cancelling,
  blocking,
  plain,
  'exit-code': exitCode,
} as const satisfies Readonly<Record<DialectId, (facts: HookFacts) => Dialect>>
