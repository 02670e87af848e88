// Generates one router per group from the commands' front matter: a command that finds another command of its group.
import { callOf, GROUPS, type Group } from '../../lib/assets/catalog.js'
import type { CommandPrompt } from '../../lib/assets/prompt.js'

const NAMES = Object.keys(GROUPS).sort() as readonly Group[]
const ROUTE = 'route'

const commandText = (group: Group): string => `---
name: ${group}
description: ${GROUPS[group]}
profile: full
group: ${group}
workflow: ${ROUTE}
requires: []
tools: [read, write, edit, shell, glob, grep, spawn, ask]
---
The user's words: {{args}}

Run this command, keep the words in mind, and follow its output step by step to the end:

\`{{cli}} brief ${ROUTE} -- --${group}\`
`

const rowOf = (command: CommandPrompt): string =>
  `| {{cmd:${command.name}}} | ${command.about} | \`${callOf(command)}\` |`

const stepText = (group: Group, commands: readonly CommandPrompt[]): string => `## ${group}: ${GROUPS[group]}
<!-- step kind=hand when="flag:--${group}" part=${group} -->
If one row matches the user's words, run its call with the relevant words, and follow its output to the end. Leave out irrelevant words; if none is left, leave out the \`--\` too. If no row or several rows match, show the first two columns, and ask.

| command | what it does | call |
|---|---|---|
${commands.map(rowOf).join('\n')}
`

const workflowText = (commands: readonly CommandPrompt[]): string => `---
name: ${ROUTE}
about: Find the matching command of a group
flags:
${NAMES.map((group) => `  --${group}: ${GROUPS[group]}`).join('\n')}
---
## which: Which group
<!-- step kind=ask when="${NAMES.map((group) => `not flag:--${group}`).join(', ')}" part=which -->
Ask the user which group they mean, then run that group's call and follow its output:
${NAMES.map((group) => `- \`{{cli}} brief ${ROUTE} -- --${group}\``).join('\n')}

${NAMES.map((group) =>
  stepText(
    group,
    commands.filter((command) => command.group === group),
  ),
).join('\n')}`

/** Returns the text of every router and of their shared workflow, by path. */
export function routers(commands: Iterable<CommandPrompt>): Readonly<Record<string, string>> {
  const others = [...commands].filter(({ workflow }) => workflow !== ROUTE).sort((a, b) => (a.name < b.name ? -1 : 1))
  return Object.fromEntries([
    ...NAMES.map((group) => [`commands/${group}.md`, commandText(group)] as const),
    [`workflows/${ROUTE}.md`, workflowText(others)] as const,
  ])
}
