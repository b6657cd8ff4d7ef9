import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHost } from './hosts.ts'

const local = { publicUrl: 'http://localhost:3000', storeDomain: 'localhost:3000', mode: 'local' } as const
const open = { publicUrl: 'https://www.example.com', storeDomain: 'example.com', mode: 'public' } as const

test('reads the host as the service, a shop, or nobody', () => {
  const main = { kind: 'main' }
  const unknown = { kind: 'unknown' }
  const shop = (slug: string) => ({ kind: 'shop', slug })
  const cases: [string | undefined, typeof local | typeof open, object][] = [
    ['localhost:3000', local, main],
    ['LOCALHOST', local, main],
    ['127.0.0.1:3000', local, main],
    ['[::1]:3000', local, main],
    [undefined, local, main],
    ['ana.localhost:3000', local, shop('ana')],
    ['Ana.LocalHost.:3000', local, shop('ana')],
    ['a.b.localhost', local, unknown],
    ['.localhost', local, unknown],
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
