// The shipped model table: tiers, dollars per million tokens (input, cached, output) and context windows.
import type { Tier } from '../core/project/models.js'
import type { Model, ModelTable } from '../ports.js'

type Row = readonly [
  price: readonly [number, number, number] | null,
  window: number | null,
  ...names: readonly string[],
]
const MILLION = 1_000_000

/** Where long prompts cost more, the price is that of short prompts; for the smallest models, of long ones. */
const PRICE_LIST: readonly Row[] = [
  [[10, 0.25, 50], MILLION, 'claude-fable-5-1'],
  [[10, 1, 50], MILLION, 'claude-fable-5'],
  [[4, 0.2, 20], MILLION, 'claude-opus-5-5'],
  [[5, 0.5, 25], MILLION, 'claude-opus-5', 'claude-opus-4-8', 'claude-opus-4-7', 'claude-opus-4-6'],
  [[5, 0.5, 25], 200_000, 'claude-opus-4-5'],
  [[15, 1.5, 75], 200_000, 'claude-opus-4-1', 'claude-opus-4'],
  [[2, 0.1, 10], MILLION, 'claude-sonnet-5-5'],
  [[2, 0.2, 10], MILLION, 'claude-sonnet-5'],
  [[3, 0.3, 15], MILLION, 'claude-sonnet-4-6'],
  [[3, 0.3, 15], 200_000, 'claude-sonnet-4-5', 'claude-sonnet-4'],
  [[0.5, 0.05, 2.5], MILLION, 'claude-haiku-5-5'],
  [[1, 0.1, 5], 200_000, 'claude-haiku-4-5'],
  [[2, 0.2, 10], 1_050_000, 'gpt-6-sol'],
  [[2, 0.2, 12], null, 'gpt-5.6-terra'],
  [[0.2, 0.02, 1.2], null, 'gpt-5.6-luna'],
  [[1.25, 0.125, 10], 400_000, 'gpt-5.1', 'gpt-5', 'gpt-5.1-codex', 'gpt-5.1-codex-max', 'gpt-5-codex'],
  [[0.25, 0.025, 2], 400_000, 'gpt-5-mini', 'gpt-5.1-codex-mini'],
  [[3, 0.15, 15], 1_048_576, 'gemini-4-neon'],
  [[1.5, 0.075, 7.5], 1_048_576, 'gemini-4-hydrogen'],
  [[1.25, 0.125, 10], 1_048_576, 'gemini-2.5-pro'],
  [[0.3, 0.03, 2.5], 1_048_576, 'gemini-2.5-flash'],
]

/** Models of some clients by tier. For other clients, the user's file decides. */
const CLIENT_MODELS: Readonly<Record<string, Readonly<Record<Tier, Row>>>> = {
  claude: {
    heavy: [[4, 0.2, 20], MILLION, 'opus'],
    standard: [[2, 0.1, 10], MILLION, 'sonnet'],
    light: [[0.5, 0.05, 2.5], MILLION, 'haiku'],
  },
  codex: {
    heavy: [[2, 0.1, 10], 1_050_000, 'gpt-6.1-sol'],
    standard: [[1, 0.05, 5], 1_050_000, 'gpt-6.1-terra'],
    light: [[0.1, 0.01, 0.5], 1_050_000, 'gpt-6-luna'],
  },
  gemini: {
    heavy: [null, 1_048_576, 'pro'],
    standard: [null, 1_048_576, 'flash'],
    light: [null, 1_048_576, 'flash-lite'],
  },
}

const modelsOf = ([price, window, ...names]: Row, tier: Tier | null, clients: readonly string[]): readonly Model[] => {
  const [input = 0, cached = 0, output = 0] = price ?? []
  return names.map((name) => ({
    name,
    tier,
    window,
    clients,
    price: price === null ? null : { input, cached, output },
  }))
}

export const SHIPPED_MODELS: ModelTable = {
  asOf: '2026-11-29',
  models: [
    ...Object.entries(CLIENT_MODELS).flatMap(([id, tiers]) =>
      Object.entries(tiers).flatMap(([tier, row]) => modelsOf(row, tier as Tier, [id])),
    ),
    ...PRICE_LIST.flatMap((row) => modelsOf(row, null, [])),
  ],
}
