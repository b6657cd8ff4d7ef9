import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalAddress, classifyAddress, parseCidrs } from './addresses.ts'

test('ordinary internet addresses are classified as public', () => {
  for (const address of ['1.1.1.1', '8.8.8.8', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001::200e', '::ffff:8.8.8.8']) {
    assert.equal(classifyAddress(address), 'public', address)
  }
})

test('a loopback address is recognized in every IPv6 spelling', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::FFFF:7F00:1']) {
    assert.equal(classifyAddress(address), 'loopback', address)
  }
})

test('the first and last addresses of a reserved range are classified as reserved, and their neighbors as public', () => {
  const edges = [
    ['9.255.255.255', 'public'],
    ['10.0.0.0', 'reserved'],
    ['10.255.255.255', 'reserved'],
    ['11.0.0.0', 'public'],
    ['100.63.255.255', 'public'],
    ['100.64.0.0', 'reserved'],
    ['100.128.0.0', 'public'],
    ['172.15.255.255', 'public'],
    ['172.16.0.0', 'reserved'],
    ['172.32.0.0', 'public'],
    ['223.255.255.255', 'public'],
    ['224.0.0.0', 'reserved'],
    ['255.255.255.255', 'reserved'],
    ['1fff:ffff::', 'reserved'],
    ['2001:1ff:ffff::', 'reserved'],
    ['2001:200::', 'public'],
    ['4000::', 'reserved'],
  ] as const
  for (const [address, expected] of edges) assert.equal(classifyAddress(address), expected, address)
})

test('a string that is not an address is classified as reserved', () => {
  for (const text of ['', 'localhost', '127.1', '0x7f000001', 'fe80::1%eth0', '1.2.3.4.5', '[::1]', '::1 ']) {
    assert.equal(classifyAddress(text), 'reserved', text)
  }
})

test('an IPv4 address has the same class in plain form and as an IPv4-mapped IPv6 address', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      assert.equal(canonicalAddress(`::ffff:${address}`), address)
      assert.equal(classifyAddress(`::ffff:${address}`), classifyAddress(address))
    }),
  )
})

test('an IPv6 address outside 2000::/3 is never classified as public, unless it is a mapped IPv4 address', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const canonical = canonicalAddress(address)!
      if (classifyAddress(address) === 'public' && canonical.includes(':')) assert.match(canonical, /^[23][0-9a-f]{3}:/)
    }),
  )
})

test('an invalid CIDR range is rejected with an error that names the range', () => {
  for (const cidr of ['10.0.0.0/33', '10.0.0/8', 'fd00::/129', 'example.com', '', '10.0.0.0/8/8', '10.0.0.0/-1', 'fe80::1%lo/64']) {
    assert.throws(() => parseCidrs([cidr]), { message: new RegExp(`^"${cidr.replace(/[.]/g, '\\.')}"`) })
  }
})
