// Receipts in the form that other tools' policies read: in-toto statements with the predicate for test results.
import type { Receipt, ReceiptFile } from './receipts.js'

const STATEMENT = 'https://in-toto.io/Statement/v1'
const TEST_RESULT = 'https://in-toto.io/attestation/test-result/v0.1'

/** A ResourceDescriptor; one of `digest` and `content` is always there. */
interface Resource {
  readonly name: string
  readonly digest?: Readonly<Record<string, string>>
  readonly content?: string
  readonly mediaType?: string
  readonly annotations?: Readonly<Record<string, unknown>>
}

export interface Statement {
  readonly _type: typeof STATEMENT
  readonly subject: readonly Resource[]
  readonly predicateType: typeof TEST_RESULT
  readonly predicate: {
    readonly result: 'PASSED' | 'WARNED' | 'FAILED'
    readonly configuration: readonly Resource[]
    readonly passedTests: readonly string[]
    readonly warnedTests: readonly string[]
    readonly failedTests: readonly string[]
  }
}

const RESULT = { pass: 'PASSED', inconclusive: 'WARNED', fail: 'FAILED' } as const

/** What a check was, in the kilobyte that a descriptor may hold inline. */
const commandOf = ({ argv, cwd, expect = 0, required }: Receipt): string =>
  JSON.stringify({ argv, cwd, expect, required })

/** `encode`: base64 of the UTF-8 bytes. `source`: the plan or settings the checks come from, by path and digest. */
export interface Attested {
  readonly file: ReceiptFile
  readonly path: string
  readonly sha256: string
  readonly encode: (text: string) => string
}

/** One statement per plan. Null where the tree is unknown: a statement is about something. */
export function statementOf({ file, path, sha256, encode }: Attested): Statement | null {
  if (file.treeDigest === null) return null
  const named = (outcome: Receipt['outcome']) =>
    file.receipts.filter((receipt) => receipt.outcome === outcome).map(({ name }) => name)
  return {
    _type: STATEMENT,
    subject: [
      {
        name: 'tree',
        digest: { sha256: file.treeDigest },
        annotations: { covers: 'sorted path, mode and content of the project without .planning/' },
      },
    ],
    predicateType: TEST_RESULT,
    predicate: {
      result: RESULT[file.verdict],
      configuration: [
        { name: path, digest: { sha256 }, annotations: { plan: file.plan, at: file.at } },
        ...file.receipts.map((receipt) => ({
          name: receipt.name,
          content: encode(commandOf(receipt)),
          mediaType: 'application/json',
          annotations: {
            exitCode: receipt.exitCode,
            tests: receipt.tests,
            counts: receipt.counts ?? 'unknown',
            outputSha256: receipt.outputSha256,
            ...(receipt.reason === null ? {} : { reason: receipt.reason }),
          },
        })),
      ],
      passedTests: named('pass'),
      warnedTests: named('inconclusive'),
      failedTests: named('fail'),
    },
  }
}
