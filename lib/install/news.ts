// News before a version is replaced: the changes, or a warning that the new version is older.
import { GsdError } from '../errors.js'
import { scan } from '../markdown/scan.js'
import { SPAN_KINDS, SPAN_U32_COUNT } from '../markdown/spans.js'
import { UPDATE } from '../std/set-up.js'
import { compareVersions } from '../std/version.js'
import type { Installed } from './installed.js'

/** Throws if a newer version than `version` is installed. */
export function refuseOlder(installed: Installed | null, version: string): void {
  if (installed === null || compareVersions(installed.manifest.version, version) <= 0) return
  const { version: needed } = installed.manifest
  throw new GsdError({
    code: 'INSTALL_REFUSED',
    message: `${needed} is installed (${installed.path}), but this is the older ${version}; nothing was done`,
    fix: `update the pack, ${UPDATE}; or add --allow-downgrade to return to ${version}`,
  })
}

/** The sections of a changelog after version `from`, up to `to`, verbatim. */
export function changesBetween(changelog: string, from: string, to: string): string {
  const heads: { readonly at: number; readonly version: string | undefined }[] = []
  const spans = scan(changelog)
  for (let i = 0; i < spans.length; i += SPAN_U32_COUNT) {
    if (spans[i] !== SPAN_KINDS.heading || spans[i + 1] !== 2) continue
    const title = changelog.slice(spans[i + 4], spans[i + 5])
    heads.push({ at: spans[i + 2] as number, version: title.match(/\d+\.\d+\.\d+\S*/)?.[0]?.replace(/\]$/, '') })
  }
  return heads
    .flatMap(({ at, version }, index) =>
      version !== undefined && compareVersions(version, from) > 0 && compareVersions(version, to) <= 0
        ? [changelog.slice(at, heads[index + 1]?.at).trim()]
        : [],
    )
    .join('\n\n')
}
