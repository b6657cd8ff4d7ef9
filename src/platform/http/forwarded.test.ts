import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from '#platform/limits/networks.ts'
import { parseCidrs } from '#platform/egress/addresses.ts'
import { forwardedFor } from './forwarded.ts'

const TRUSTED = parseCidrs(['10.0.0.0/8', '2001:db8:aaaa::/48'])
const from = (header: string | string[] | undefined, socket = '10.0.0.1') => forwardedFor(socket, header, TRUSTED)

test('the client address comes from X-Forwarded-For, which is read from the right and without trusted proxies', () => {
  for (const [header, address] of [
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['1.2.3.4, 203.0.113.7', '203.0.113.7'],
    ['1.2.3.4, 203.0.113.7, 10.0.0.2, 10.0.0.3', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
    ['2001:db8::7, 2001:db8:aaaa::1', '2001:db8::7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    [['1.2.3.4', '203.0.113.7'], '203.0.113.7'],
    [['203.0.113.7', '10.0.0.2'], '203.0.113.7'],
  ] as const)
    assert.equal(from(typeof header === 'string' ? header : [...header]), address, String(header))
})

test('addresses to the left of an invalid X-Forwarded-For entry are ignored', () => {
  for (const garbage of [
    'garbage',
    'unknown',
    '_hidden',
    '',
    '999.1.1.1',
    '1.2.3',
    '10.0.0.2:99999999',
    '[1.2.3.4]',
    '[::1',
    '1.2.3.4;x',
    '"203.0.113.7"',
  ]) {
    assert.equal(from(`1.2.3.4, ${garbage}`), '10.0.0.1', garbage)
    assert.equal(from(`1.2.3.4, ${garbage}, 10.0.0.2`), '10.0.0.2', garbage)
    assert.equal(from(['1.2.3.4', garbage]), '10.0.0.1', garbage)
  }
  assert.equal(from('1.2.3.4,'), '10.0.0.1')
  for (const nothing of [undefined, '', ' ', ',']) assert.equal(from(nothing), '10.0.0.1')
})

test('X-Forwarded-For is ignored if the connecting client is not a trusted proxy', () => {
  assert.equal(from('1.2.3.4', '198.51.100.9'), '198.51.100.9')
  assert.equal(from('1.2.3.4', '::ffff:198.51.100.9'), '198.51.100.9')
  assert.equal(forwardedFor('203.0.113.1', '1.2.3.4', parseCidrs([])), '203.0.113.1')
})

test('addresses are grouped by IPv4 address or by IPv6 /64, regardless of the spelling', () => {
  for (const [address, network] of [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3::192.0.2.1', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ] as const)
    assert.equal(networkOf(address), network)
  assert.notEqual(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'))
})
