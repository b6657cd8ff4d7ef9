import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorityOf, minorUnits, negotiated, profileOf, relevantTo, type Declarations } from './rules.ts'

const agreed = (ours: Declarations, theirs: Declarations) =>
  [...negotiated(ours, theirs)].map(([name, { version, extends: parents }]) => [name, version, ...parents].join(' '))

test('the service and the agent use the highest common version of each capability', () => {
  const [v1, v2, v3] = ['2026-01-01', '2026-02-01', '2026-03-01'].map((version) => ({ version }))
  assert.deepEqual(agreed({ a: [v1!, v3!, v2!] }, { a: [v2!, v1!] }), ['a 2026-02-01'])
  assert.deepEqual(agreed({ a: [v2!, v3!, v1!] }, { a: [v2!, v1!, v3!] }), ['a 2026-03-01'])
  assert.deepEqual(agreed({ a: [v1!], b: [v1!], toString: [v1!] }, { a: [v2!] }), [])
})

test('an extension is dropped if its parent is inactive, even through several levels', () => {
  const one = (parents?: string | string[]) => [{ version: '1', ...(parents === undefined ? {} : { extends: parents }) }]
  const ours = { a: one(), b: one('a'), c: one(['x', 'b']), d: one('x'), e: one('d') }
  assert.deepEqual(agreed(ours, ours), ['a 1', 'b 1 a', 'c 1 x b'])
  const active = negotiated(ours, ours)
  assert.deepEqual(relevantTo(active, 'b'), { b: [{ version: '1' }], c: [{ version: '1' }] })
  assert.deepEqual(relevantTo(active, 'x'), { c: [{ version: '1' }] })
})

test('the profile URL comes from the header that the agent sends', () => {
  const profiles: [string, string | null][] = [
    ['profile="https://a.test/p"', 'https://a.test/p'],
    ['v=1, profile="https://a.test/p";x=1 , z', 'https://a.test/p'],
    ['profile="a", profile="b"', 'b'],
    [String.raw`profile="a\"b\\c"`, String.raw`a"b\c`],
    ['profile=token', null],
    ['profile', null],
    ['', null],
    ['v=1', null],
    ['profile="a" "b"', null],
    ['profile="a" '.padEnd(2_000), 'a'],
    ['profile="a" '.padEnd(2_001), null],
  ]
  for (const [header, profile] of profiles) assert.equal(profileOf(header), profile, header.slice(0, 60))
})

test('a namespace consists of the parts of a URL’s host in reverse order', () => {
  const hosts = {
    'https://market.example.test': 'test.example.market',
    'http://localhost:3000': 'localhost.market',
    'http://127.0.0.1': 'n1.n0.n0.n127',
    'https://my-shop.co': 'co.my_shop',
    'https://shop.xn--p1ai': 'xnp1ai.shop',
  }
  for (const [origin, namespace] of Object.entries(hosts)) assert.equal(authorityOf(origin), namespace)
})

test('amounts in dollars are converted to whole cents', () => {
  assert.deepEqual([19.99, 1.1, 0.29, 12].map(minorUnits), [1_999, 110, 29, 1_200])
})
