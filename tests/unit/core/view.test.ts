// The cache of a view.
import { expect, it } from 'vitest'
import { roadmap } from '../../../lib/artifacts/roadmap/roadmap-check.js'
import { state } from '../../../lib/artifacts/state/state.js'
import { View } from '../../../lib/core/view.js'
import { sourceFrom } from '../../support/sources.js'

it('reads one file as two kinds separately', () => {
  const view = new View({
    tree: { list: () => [], read: (path) => sourceFrom('# Title\n\nPhase: 1\n', path) },
    clock: { now: () => 0, today: () => '2026-01-01' },
    digest: () => '',
    codecs: { state, roadmap },
    projectRoot: '/project',
    host: null,
    hasGit: false,
  })
  expect(view.parse('roadmap', 'A.md')?.value).toHaveProperty('phases')
  expect(view.parse('state', 'A.md')?.value.fields).toMatchObject([{ label: 'Phase', value: '1' }])
})
