// Builds the pack in a client's package format: the texts and programs of an installation, in a folder that can be moved.

import type { Assets } from '../lib/assets/pack.js'
import { renderPack } from '../lib/assets/render.js'
import { bytesOf } from '../lib/install/disk.js'
import { PAYLOAD_FOLDER } from '../lib/install/target.js'
import { emittedFiles, type Supply } from '../lib/install/wanted.js'
import { walkParts } from '../lib/markdown/tokens.js'
import type { Channel, PackFacts } from '../lib/runtimes/channels/channel.js'
import type { PromptDoc } from '../lib/runtimes/runtime.js'
import { LISTED_KINDS, type ListedKind } from '../lib/runtimes/runtime.js'

export interface PackedFile {
  /** Path in the channel's folder, with `/`. */
  readonly path: string
  readonly bytes: Uint8Array
}

/** Stands for the payload's folder until `brief`, which knows the folder, prints a text. */
const PAYLOAD_PLACEHOLDER = '<payload>'

/** Program files of `gsd`, which a package does not need: the client itself installs, lists and removes the package. */
const LEFT_OUT = ['gsd.cjs', 'gsd-main.cjs.br', 'gsd-protocols.cjs.br', 'gsd-board.js.br', 'sources.json.br']
const isNeeded = ({ path }: Supply['programs'][number]): boolean => !LEFT_OUT.includes(path)

/** What a package is made from. */
export interface PackageInput extends Pick<Supply, 'version' | 'programs'> {
  readonly assets: Assets
}

/** Returns the commands about our own installation, which are those that call `gsd`. */
const installationCommands = (assets: Assets): readonly string[] =>
  [...assets.commands.values()]
    .filter(({ workflow }) => {
      const parts = assets.workflows.get(workflow)?.tree.parts ?? []
      return [...walkParts(parts)].some((part) => part.kind === 'token' && part.name === 'gsd')
    })
    .map(({ name }) => name)

/** Returns the profile without the commands about our own installation. */
export const channelProfile = (assets: Assets, profile: readonly string[]): readonly string[] => [
  ...profile,
  ...installationCommands(assets).map((name) => `-${name}`),
]

/** Returns all files of a channel. Throws if a text cannot be rendered. */
export function channelFiles(
  channel: Channel,
  { assets, version, programs }: PackageInput,
  facts: Omit<PackFacts, 'version'>,
  profile: readonly string[],
): readonly PackedFile[] {
  const { row, launchers, names, root } = channel
  const below = (...parts: readonly string[]) => parts.filter((part) => part !== '').join('/')
  const text = (path: string, content: string): PackedFile => ({ path, bytes: bytesOf(content) })
  const render = (launcher: string) => renderPack(assets, row, launcher, channelProfile(assets, profile))
  const payload = (path: string) => below(root, PAYLOAD_FOLDER, path)
  const inPayload = render(`node "${PAYLOAD_PLACEHOLDER}/bin/gsd-tools.cjs"`)
  const record = {
    runtime: row.id,
    listed: inPayload.commands.map(({ name }) => name).sort(),
    root: PAYLOAD_PLACEHOLDER,
    spelling: { command: row.invoke.own, agent: names.agent },
  }
  const commands = render(launchers.command).commands.map((doc) => withLegend(doc, launchers.legend))
  const agents = names.agent === null ? [] : render(launchers.agent).agents
  const listed: Readonly<Record<ListedKind, readonly PromptDoc[]>> = {
    command: commands.map((doc) => renamed(doc, names.command)),
    agent: agents.map((doc) => renamed(doc, names.agent)),
  }
  const unused = installationCommands(assets).map((name) => `workflows/${name}.md`)
  return [
    ...Object.entries(channel.manifests({ ...facts, version })).map(([path, content]) => text(path, content)),
    ...LISTED_KINDS.flatMap((kind) => emittedFiles(channel.row, kind, listed[kind])).map((file) =>
      text(below(root, file.path), file.text),
    ),
    text(payload('VERSION'), `${version}\n`),
    text(payload('payload.json'), `${JSON.stringify(record, null, 2)}\n`),
    ...programs.filter(isNeeded).map(({ path, bytes }) => ({ path: payload(`bin/${path}`), bytes })),
    ...inPayload.files.filter(({ path }) => !unused.includes(path)).map((file) => text(payload(file.path), file.text)),
  ]
}

const withLegend = (doc: PromptDoc, legend: string | null): PromptDoc =>
  legend === null ? doc : { ...doc, body: `${doc.body.trimEnd()}\n\n${legend}\n` }

/** Returns a prompt without our prefix, unless `separator` is '': then the client adds no prefix of its own. */
const renamed = (doc: PromptDoc, separator: string | null): PromptDoc =>
  separator === '' ? doc : { ...doc, name: doc.name.replace(/^gsd-/, '') }
