import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#platform/config/index.ts'
import { originOfOurs, readHost } from './hosts.ts'

const local = readConfig({})
const oneName = readConfig({ PUBLIC_URL: 'http://localhost:3000' })
const open = readConfig({ PUBLIC_URL: 'https://www.example.com', STORE_DOMAIN: 'example.com' })

test('a host is classified as the main host, the API host, a shop’s host, a shop’s old host, or unknown', () => {
  const main = { kind: 'main' }
  const programs = { kind: 'programs' }
  const unknown = { kind: 'unknown' }
  const shop = (slug: string) => ({ kind: 'shop', slug })
  const old = (slug: string) => ({ kind: 'old shop', slug })
  const cases: [string | undefined, typeof local, object][] = [
    ['resale.localhost:3000', local, main],
    ['RESALE.LOCALHOST', local, main],
    ['localhost:3000', local, programs],
    ['127.0.0.1:3000', local, programs],
    ['[::1]:3000', local, programs],
    ['127.8.0.1:3000', local, programs],
    [undefined, local, unknown],
    ['evil.test', local, unknown],
    ['evil.test:3000', oneName, unknown],
    ['localhost.evil.test', local, unknown],
    ['127.0.0.1.evil.test', local, unknown],
    ['evillocalhost', local, unknown],
    ['192.168.1.7:3000', local, unknown],
    ['[::2]:3000', local, unknown],
    ['ana.resale.localhost:3000', local, shop('ana')],
    ['Ana.Resale.LocalHost.:3000', local, shop('ana')],
    ['ana.localhost:3000', local, old('ana')],
    ['a.b.resale.localhost', local, unknown],
    ['a.b.localhost', local, unknown],
    ['.localhost', local, unknown],
    ['an/a.localhost', local, unknown],
    ['localhost:3000', oneName, main],
    ['[::1]:3000', oneName, main],
    ['127.0.0.1', oneName, main],
    ['ana.localhost', oneName, shop('ana')],
    ['www.example.com', open, main],
    ['www.example.com:443', open, main],
    ['ana.example.com', open, shop('ana')],
    ['example.com', open, unknown],
    ['evil.test', open, unknown],
    ['ana.example.com.evil.test', open, unknown],
    ['anaexample.com', open, unknown],
    ['', open, unknown],
  ]
  for (const [header, config, expected] of cases) assert.deepEqual(readHost(header, config), expected, String(header))
})

test('the origin of a request must be the main address or a shop’s subdomain', () => {
  const ours: [string, typeof local, string | null][] = [
    ['http://resale.localhost:3000', local, null],
    ['http://ana.resale.localhost:3000', local, 'ana'],
    ['https://www.example.com', open, null],
    ['https://ana.example.com', open, 'ana'],
  ]
  for (const [origin, config, slug] of ours) assert.deepEqual(originOfOurs(origin, config), { slug }, origin)
  const foreign: [string | undefined, typeof local][] = [
    [undefined, local],
    ['', local],
    ['null', local],
    ['http://localhost:3000', local],
    ['http://ana.localhost:3000', local],
    ['http://resale.localhost', local],
    ['https://resale.localhost:3000', local],
    ['http://ana.resale.localhost:3001', local],
    ['http://a.b.resale.localhost:3000', local],
    ['http://ana.resale.localhost:3000/', local],
    ['http://ana.resale.localhost:3000.evil.test', local],
    ['http://ANA.resale.localhost:3000', local],
    ['http://.resale.localhost:3000', local],
    ['http://www.resale.localhost:3000', local],
    ['http://ana.example.com', open],
    ['https://example.com', open],
    ['https://ana.example.com:8443', open],
    ['https://ana.example.com.evil.test', open],
    ['https://evilexample.com', open],
  ]
  for (const [origin, config] of foreign) assert.equal(originOfOurs(origin, config), null, String(origin))
})
