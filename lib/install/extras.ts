// Third-party MCP servers: what each one offers, where it comes from and which keys it needs. Clients start our
// program, which starts the server.
import { type Edit, type OfferFacts, programOf, type Servers } from '../runtimes/offers.js'

interface ExtraKey {
  /** Name of the environment variable and of the user's secret. */
  readonly name: string
  readonly required: boolean
}

export interface Extra {
  /** What the server offers, for a list. */
  readonly about: string
  readonly package: string
  readonly version: string
  /** Digest of the package's archive in the registry. */
  readonly integrity: string
  /** Path of the entry point in the package. */
  readonly entry: string
  readonly licence: string
  readonly source: string
  readonly keys: readonly ExtraKey[]
  /** Prefix of other environment variables that the server may see; null for none. */
  readonly variables: string | null
}

/** Extras by the name their makers register them under, so that no server is registered twice. */
const EXTRAS = {
  playwright: {
    about: 'a browser: open pages, click, fill in forms, take screenshots',
    package: '@playwright/mcp',
    version: '0.0.83',
    integrity: 'sha512-oNcl+Ae2/IAjhfPeP46BfIkSakfmprY+aOtkv5MjrQ4lPav4/yNtPhL0iq8SlIM90oApWgBDUxaNKvktazUKOg==',
    entry: 'cli.js',
    licence: 'Apache-2.0',
    source: 'https://github.com/microsoft/playwright-mcp',
    keys: [],
    variables: 'PLAYWRIGHT_',
  },
  context7: {
    about: 'documentation of libraries, for the version in use',
    package: '@upstash/context7-mcp',
    version: '4.1.1',
    integrity: 'sha512-fUARTIZGVKzlzQKDhKUg4aIQ3yEU/12STdfxJDDnLMSN7yyHiPvNHI05iFwxkv3vC8G76Wp27MwK6Jucl/C5pA==',
    entry: 'dist/index.js',
    licence: 'MIT',
    source: 'https://github.com/upstash/context7',
    keys: [{ name: 'CONTEXT7_API_KEY', required: false }],
    variables: null,
  },
  'brave-search': {
    about: 'web search, with news, images and places',
    package: '@brave/brave-search-mcp-server',
    version: '2.1.4',
    integrity: 'sha512-a34HBs6os4Ilp0yHPV/j3UrgBQH1uTDLsNA9y5IlO30RCYUFm9QPfC0coh2c7WEDxKcHuWjVsrfuXIJNheu9YA==',
    entry: 'dist/index.js',
    licence: 'MIT',
    source: 'https://github.com/brave/brave-search-mcp-server',
    keys: [{ name: 'BRAVE_API_KEY', required: true }],
    variables: null,
  },
  tavily: {
    about: 'web search, and the text of result pages',
    package: 'tavily-mcp',
    version: '0.2.22',
    integrity: 'sha512-w2pmmmn/JKcNavylDoiNtNPflWt6SK2G1SVUvg0VvdvFJQUaOzEdanAm1VUWBOhUCqmVoBYVPstGcOoWvh8RQQ==',
    entry: 'build/index.js',
    licence: 'MIT',
    source: 'https://github.com/tavily-ai/tavily-mcp',
    keys: [{ name: 'TAVILY_API_KEY', required: true }],
    variables: null,
  },
} as const satisfies Readonly<Record<string, Extra>>

export type ExtraId = keyof typeof EXTRAS
export const EXTRA_IDS = Object.keys(EXTRAS) as readonly ExtraId[]
export const isExtraId = (name: string): name is ExtraId => Object.hasOwn(EXTRAS, name)
export const extraOf = (id: ExtraId): Extra => EXTRAS[id]

/** The edits that register the servers with a client. */
export const extraEdits = (ids: readonly ExtraId[], { edit }: Servers, facts: OfferFacts): readonly Edit[] =>
  ids.map((id) => edit(`extra-${id}`, id, ['node', programOf(facts), 'extras', 'start', id]))
