// Skills from the app server; agents from the prompt it would send to a model.
import type { ListingCommand } from '../runtime.js'
import { complaintsIn, jsonLines } from './lines.js'

interface SkillsAnswer {
  readonly data: readonly {
    readonly skills: readonly { readonly name: string }[]
    readonly errors?: readonly { readonly path?: string; readonly message?: string }[]
  }[]
}

const calls = [
  { id: 1, method: 'initialize', params: { clientInfo: { name: 'gsd', version: '1' } } },
  { method: 'initialized' },
  { id: 2, method: 'skills/list', params: {} },
]

const answerTo = (stdout: string) =>
  jsonLines(stdout).find(({ id }) => id === 2)?.['result'] as SkillsAnswer | undefined

export const codexSkills: ListingCommand = {
  args: ['app-server'],
  env: {},
  input: calls.map((call) => `${JSON.stringify(call)}\n`).join(''),
  isEnough: (stdout) => answerTo(stdout) !== undefined,
  read: ({ stdout, stderr }) => {
    const data = answerTo(stdout)?.data ?? null
    return {
      commands: data === null ? null : data.flatMap(({ skills }) => skills.map(({ name }) => name)),
      agents: null,
      complaints: [
        ...(data ?? []).flatMap(({ errors }) =>
          (errors ?? []).map(({ path, message }) => `${path ?? ''}: ${message ?? 'not taken'}`),
        ),
        ...complaintsIn(stderr),
      ],
    }
  },
}

export const codexAgents: ListingCommand = {
  args: ['debug', 'prompt-input'],
  env: {},
  input: '',
  isEnough: null,
  read: ({ stdout, stderr, status }) => ({
    commands: null,
    // The agent tool's description has one entry per role.
    agents: status === 0 ? [...stdout.matchAll(/(?<=\\n)gsd-[a-z-]+(?=: \{)/g)].map(([name]) => name) : null,
    complaints: complaintsIn(stderr),
  }),
}
