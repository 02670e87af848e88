import { describe, expect, it } from 'vitest'
import { isSlugOf, slugOf } from '../../../lib/std/slug.js'

describe('the name made of a title', () => {
  it.each([
    ['Façade & Straße', 'facade-strasse'],
    ['Ærø Łódź İstanbul ığdır', 'aero-lodz-istanbul-igdir'],
    ['Новый дизайн', 'novyi-dizain'],
    ['Їжак і ґанок', 'izhak-i-ganok'],
    ['Αρχική σελίδα', 'archiki-selida'],
    ['Ｆｕｌｌ ½ ﬁne', 'full-1-2-fine'],
    ['日本語', ''],
    ['日本語 v2', 'v2'],
    ['---', ''],
  ])('%s is %j', (title, slug) => {
    expect(slugOf(title)).toBe(slug)
  })

  it('is recognised in the form of tools that omit such letters', () => {
    expect([isSlugOf('fa-ade', 'Façade'), isSlugOf('facade', 'Façade'), isSlugOf('other', 'Façade')]).toEqual([
      true,
      true,
      false,
    ])
  })
})
