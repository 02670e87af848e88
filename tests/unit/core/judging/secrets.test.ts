// Which texts look like secrets.
import { describe, expect, it } from 'vitest'
import { secretIn } from '../../../../lib/core/judging/secrets.js'

const long = (prefix: string, length: number) => prefix + 'a1B2'.repeat(Math.ceil(length / 4)).slice(0, length)

describe('a text', () => {
  it.each([
    ['-----BEGIN RSA PRIVATE KEY-----'],
    [`key ${long('ghp_', 36)}`],
    [long('sk-ant-', 40)],
    [long('AIza', 35)],
    ['postgres://me:hunter22@db.example.com/x'],
    [`Authorization: Bearer ${long('', 40)}`],
    ['DB_PASSWORD="correct-horse-1"'],
    ['api_key: 8f14e45fceea167a'],
  ])('with a secret is recognised: %s', (text) => {
    expect(secretIn(text)).not.toBeNull()
  })

  it.each([
    ['Keep the token in the environment, never in a file'],
    ['password: required in every form'],
    ['the secret: everything small'],
    ['token = process.env.TOKEN'],
    ['api_key: <your key 1>'],
    ['https://example.com/a:b@c'],
    ['commit 8f14e45fceea167a5a36dedd4bea2543'],
  ])('without a secret is not: %s', (text) => {
    expect(secretIn(text)).toBeNull()
  })

  it('that is very long is checked like a short one', () => {
    const words = ['password'.repeat(20_000), 'a'.repeat(200_000), 'sk-'.repeat(60_000), 'a://'.repeat(50_000)]
    expect(words.map(secretIn)).toEqual([null, null, 'a key of a model provider', null])
  })
})
