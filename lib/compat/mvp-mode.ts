// phase mvp-mode: whether a phase is worked in slices, and what says so.
import { phaseSectionOf } from '../artifacts/roadmap/roadmap-windows.js'
import { readSettings } from '../core/project/settings.js'
import { bool, oneOf, orNull, record, text } from '../std/shape.js'
import { PHASE } from '../verbs/arguments.js'
import { arg, query } from '../verbs/verb.js'

export const phaseMvpMode = query('phase.mvp-mode', {
  about: 'Whether a phase is worked in MVP mode, and what says so',
  args: { phase: PHASE, 'cli-flag': arg.flag('The caller was asked for it') },
  result: record({
    active: bool(),
    source: oneOf(['cli', 'roadmap', 'config', 'none']),
    roadmap_mode: orNull(text()),
    config_mvp_mode: bool(),
    cli_flag_present: bool(),
  }),
  reads: ['roadmap', 'config'],
  run(args, view) {
    const roadmap = view.parse('roadmap', view.at('ROADMAP.md'))?.value
    const mode = roadmap === undefined ? null : (phaseSectionOf(roadmap, args.phase.trim())?.mode ?? null)
    const config = readSettings(view).get('workflow.mvp_mode') === true
    const source = args['cli-flag']
      ? ('cli' as const)
      : mode === 'mvp'
        ? ('roadmap' as const)
        : config
          ? ('config' as const)
          : ('none' as const)
    return {
      result: {
        active: source !== 'none',
        source,
        roadmap_mode: mode,
        config_mvp_mode: config,
        cli_flag_present: args['cli-flag'],
      },
    }
  },
})
