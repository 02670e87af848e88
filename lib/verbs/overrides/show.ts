// overrides show: the layers over the texts of the pack, or one text with its sections and what the layers do to it.
import { findingsOf } from '../../core/overrides/findings.js'
import { judgedLayers, LAYERS } from '../../core/overrides/layers.js'
import { isOverrideName, OVERRIDE_FOLDERS, OVERRIDE_WORDS } from '../../core/overrides/override-file.js'
import { ownPage } from '../../core/overrides/own-page.js'
import { promptSections } from '../../core/overrides/prompt-sections.js'
import { bool, int, listOf, oneOf, orNull, record, text, texts } from '../../std/shape.js'
import { findingsShape } from '../findings.js'
import { arg, query } from '../verb.js'

const fileShape = record({
  name: text('The text of the pack it is about'),
  layer: oneOf(LAYERS, 'team: .gsd/overrides of the project · user: ~/.gsd/overrides'),
  path: text(),
  trusted: bool('A person of this machine agreed to this text; always so for the own layer'),
  passages: listOf(record({ word: oneOf(OVERRIDE_WORDS), section: text(), line: int(), applied: bool() })),
  findings: findingsShape,
})

export const overridesShow = query('overrides.show', {
  about: 'What the project and the person change of texts of the pack, and what of it counts',
  args: {
    subject: arg.text('A text of the pack, such as agents/planner.md; all if left out', { positional: true }),
  },
  result: record({
    files: listOf(fileShape),
    sections: orNull(listOf(record({ name: text(), replaceable: bool('false: it can be added to alone') }))),
    page: orNull(
      record(
        { path: text(), told: texts('Sentences that briefs quote'), left: int('Those that they leave out') },
        'How the person wants to work',
      ),
    ),
    well: bool('Everything that is there counts'),
  }),
  reads: [],
  needsProject: false,
  needs: ['host', 'pack'],
  run({ subject }, view) {
    const page = ownPage(view)
    const base = subject === undefined ? null : isOverrideName(subject) ? view.pack.read(subject) : null
    const files = judgedLayers(view)
      .filter(({ name }) => subject === undefined || name === subject)
      .map((file) => ({
        name: file.name,
        layer: file.layer,
        path: file.path,
        trusted: file.trusted,
        passages: file.entries.map(({ word, section, line }) => ({
          word,
          section,
          line,
          applied: file.applied.some((one) => one.line === line),
        })),
        findings: [...findingsOf(file)],
      }))
    const well = files.every(({ findings }) => findings.length === 0)
    if (subject !== undefined && base === null)
      return {
        result: { files, sections: null, page, well },
        error: {
          code: 'NOT_FOUND',
          message: `the pack has no text "${subject}"`,
          fix: `name one as <${OVERRIDE_FOLDERS.join('|')}>/<name>.md, such as agents/planner.md or workflows/plan-phase.md`,
        },
      }
    const sections =
      subject === undefined || base === null
        ? null
        : promptSections(subject, base).map(({ name, isReplaceable }) => ({ name, replaceable: isReplaceable }))
    return { result: { files, sections, page, well } }
  },
  pretty: ({ files, sections, page }) =>
    [
      ...(sections ?? []).map(({ name, replaceable }) => `${replaceable ? 'add, replace' : 'add         '}  ${name}`),
      ...files.flatMap(({ path, layer, passages, findings }) => [
        `${path} (${layer})`,
        ...passages.map(
          ({ word, section, applied }) => `    ${applied ? 'applied' : 'not applied'}: ${word} ${section}`,
        ),
        ...findings.map(
          ({ message, fix, line }) => `    ${line === undefined ? '' : `line ${line}: `}${message}\n        ${fix}`,
        ),
      ]),
      ...(page === null || sections !== null
        ? []
        : [
            `${page.path} (how you want to work${page.left === 0 ? '' : `; ${page.left} more are left out: too long, or like a secret`})`,
            ...page.told.map((sentence) => `    ${sentence}`),
          ]),
      ...(files.length === 0 && sections === null && page === null
        ? [
            'No overrides: none in .gsd/overrides of the project, none in ~/.gsd/overrides. Begin one: gsd overrides new agents/planner.md',
          ]
        : []),
    ].join('\n'),
})
