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

/** The first line of what the command prints: `["gh-open"]` is called with the plan's id and "Plan <id>", `["gh-close"]` with what the first printed. */
function run(command, more) {
  if (!Array.isArray(command)) return ''
  const [program, ...words] = command
  return execFileSync(program, [...words, ...more], { encoding: 'utf8', timeout: 4000 }).split('\n')[0].trim()
}
