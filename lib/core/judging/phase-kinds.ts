// What a phase is about, by its words in the roadmap and the files its plans name: screens, schema, interfaces, infrastructure.
import type { PhaseSection } from '../../artifacts/roadmap/roadmap.js'

interface Kind {
  /** Words of a title, goal or criterion, in lower case. */
  readonly words: readonly string[]
  readonly files: (path: string) => boolean
}

const KINDS = {
  frontend: {
    words: [
      'ui',
      'ux',
      'frontend',
      'screen',
      'screens',
      'page',
      'pages',
      'component',
      'components',
      'layout',
      'dashboard',
      'form',
      'forms',
      'modal',
      'dialog',
      'button',
      'navigation',
      'sidebar',
      'responsive',
      'css',
      'tailwind',
      'react',
      'vue',
      'svelte',
      'widget',
      'landing',
    ],
    files: (path) => /\.(?:tsx|jsx|vue|svelte|astro|css|scss|less|html)$/.test(path),
  },
  api: {
    words: ['api', 'apis', 'endpoint', 'endpoints', 'rest', 'graphql', 'webhook', 'webhooks', 'rpc', 'grpc'],
    files: (path) =>
      /(?:^|\/)(?:api|routes|controllers|handlers|endpoints|resolvers)\/|\.(?:proto|graphql)$/.test(path),
  },
  infra: {
    words: [
      'deploy',
      'deployment',
      'docker',
      'kubernetes',
      'terraform',
      'pipeline',
      'ci',
      'cd',
      'infrastructure',
      'hosting',
      'monitoring',
    ],
    files: (path) =>
      /(?:^|\/)(?:Dockerfile|docker-compose[^/]*|compose\.ya?ml|Jenkinsfile|Makefile)$|(?:^|\/)(?:\.github\/workflows|terraform|k8s|helm|deploy|infra)\/|\.tf$/.test(
        path,
      ),
  },
} as const satisfies Readonly<Record<string, Kind>>
export type PhaseKind = keyof typeof KINDS

/** What shows that the phase is of this kind: words first, then files; empty when nothing does. */
export function indicatorsOf(
  kind: PhaseKind,
  section: Pick<PhaseSection, 'title' | 'goal'> & { readonly successCriteria?: readonly string[] },
  files: readonly string[],
): readonly string[] {
  const { words, files: fits }: Kind = KINDS[kind]
  const text = [section.title, section.goal ?? '', ...(section.successCriteria ?? [])].join(' ').toLowerCase()
  const said = new Set(text.split(/[^a-z0-9]+/))
  return [...words.filter((word) => said.has(word)), ...files.filter(fits)]
}
