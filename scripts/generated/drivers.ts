// Generates the table of what each `gsd auto` driver can do with each client.
import { DRIVERS, type DriverId, isDriven } from '../../lib/cli/gsd/auto/drivers/driver.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../../lib/runtimes/all.js'
import { mark, table } from './markdown.js'

const COLUMNS = ['permission', 'cancel', 'usage', 'resume', 'subagents', 'hooks'] as const
type Row = Readonly<Record<(typeof COLUMNS)[number] | 'start', string>>

const usageFromRecords = (id: RuntimeId): string => (typeof runtimeOf(id).records === 'string' ? '-' : 'records')

/** With the driver `cli`, a session cannot ask, is cancelled only by killing its process, and cannot be resumed. */
const ROWS: Readonly<Record<DriverId, (id: RuntimeId) => Row>> = {
  cli(id) {
    const { abilities, headless, programs } = runtimeOf(id)
    return {
      start: `${programs[0]} ${headless?.args.join(' ')}`,
      ...{ permission: '-', cancel: '-', usage: usageFromRecords(id), resume: '-' },
      subagents: mark(abilities.subagents),
      hooks: mark(headless?.hooks),
    }
  },
  acp(id) {
    const { acp, programs } = runtimeOf(id)
    const shown = acp?.abilities
    const usage = shown?.usage ?? []
    const usages = [...usage, ...(usage.includes('tokens') ? [] : [usageFromRecords(id)])].filter(
      (word) => word !== '-',
    )
    return {
      start: [acp?.adapter?.program ?? programs[0], ...(acp?.args ?? [])].join(' '),
      ...{ permission: mark(shown?.permission), cancel: mark(shown?.cancel), usage: usages.join(', ') || '-' },
      ...{ resume: mark(shown?.resume), subagents: mark(shown?.subagents), hooks: mark(shown?.hooks) },
    }
  },
}

export function driverTable(): string {
  const lines = RUNTIME_IDS.flatMap((id) =>
    DRIVERS.filter((driver) => isDriven(runtimeOf(id), driver)).map((driver) => {
      const { start, ...shown } = ROWS[driver](id)
      return [runtimeOf(id).title, driver, `\`${start}\``, ...COLUMNS.map((column) => shown[column])]
    }),
  )
  return table(['client', 'driver', 'is started as', ...COLUMNS], lines)
}
