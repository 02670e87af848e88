// What the models that clients run on cost by the lists of their providers.
import type { Price, Prices } from '../core/usage/prices.js'

const price = (input: number, cached: number, output: number): Price => ({ input, cached, output })
const several = (names: readonly string[], of: Price) => Object.fromEntries(names.map((name) => [name, of]))

/** Where long prompts cost more, those of short ones, but for the smallest models: there the price of long ones. */
export const SHIPPED_PRICES: Prices = {
  asOf: '2026-10-24',
  models: {
    'claude-fable-5-1': price(10, 0.25, 50),
    'claude-fable-5': price(10, 1, 50),
    'claude-opus-5-5': price(4, 0.2, 20),
    ...several(
      ['claude-opus-5', 'claude-opus-4-8', 'claude-opus-4-7', 'claude-opus-4-6', 'claude-opus-4-5'],
      price(5, 0.5, 25),
    ),
    ...several(['claude-opus-4-1', 'claude-opus-4'], price(15, 1.5, 75)),
    'claude-sonnet-5-5': price(2, 0.1, 10),
    'claude-sonnet-5': price(2, 0.2, 10),
    ...several(['claude-sonnet-4-6', 'claude-sonnet-4-5', 'claude-sonnet-4'], price(3, 0.3, 15)),
    'claude-haiku-5-5': price(0.5, 0.05, 2.5),
    'claude-haiku-4-5': price(1, 0.1, 5),
    'gpt-6.1-sol': price(2, 0.1, 10),
    'gpt-6-sol': price(2, 0.2, 10),
    'gpt-6-luna': price(0.1, 0.01, 0.5),
    'gpt-5.6-terra': price(2, 0.2, 12),
    'gpt-5.6-luna': price(0.2, 0.02, 1.2),
    ...several(['gpt-5.1', 'gpt-5', 'gpt-5.1-codex', 'gpt-5.1-codex-max', 'gpt-5-codex'], price(1.25, 0.125, 10)),
    ...several(['gpt-5-mini', 'gpt-5.1-codex-mini'], price(0.25, 0.025, 2)),
    'gemini-4-neon': price(3, 0.15, 15),
    'gemini-4-hydrogen': price(1.5, 0.075, 7.5),
    'gemini-2.5-pro': price(1.25, 0.125, 10),
    'gemini-2.5-flash': price(0.3, 0.03, 2.5),
  },
}
