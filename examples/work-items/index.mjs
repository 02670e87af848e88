import { execFileSync } from 'node:child_process'

/** @import { Api, Contexts } from 'gsd-pack/extension' */

/** @param {Api<'work-items'>} api */
export function register(api) {
  api.on('afterFinish', track)
  api.on('brief', ({ unit, own }) => {
    const item = own[unit.unitId]
    return item?.open ? [`This plan is work item ${item.item}: name it in the commits.`] : []
  })
}

/** @param {Contexts<'work-items'>['afterFinish']} context */
function track(context) {
  const { unit, status, own, plans, options } = context
  if (status !== 'completed') return
  if (unit.unitType === 'plan-phase')
    for (const { id } of plans)
      if (own[id] === undefined) {
        const item = run(options.open, [id, `Plan ${id}`])
        if (item !== '') context.set(id, { item, open: true })
      }
  const item = own[unit.unitId]
  if (unit.unitType === 'execute-plan' && item?.open) {
    run(options.close, [item.item])
    context.set(unit.unitId, { ...item, open: false })
  }
}

/**
 * Runs a command of the options and returns the first line it prints. `open` gets the plan's id and "Plan <id>" as further arguments, `close` gets the
 * work item that `open` printed.
 */
function run(command, more) {
  if (!Array.isArray(command)) return ''
  const [program, ...args] = command
  return execFileSync(program, [...args, ...more], { encoding: 'utf8', timeout: 4000 }).split('\n')[0].trim()
}
