import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { readConfig } from '#platform/config/index.ts'
import { firstFree, isFree } from './free-port.ts'

test('the service finds the next free port, and its default URLs contain this port', async (t) => {
  const server = createServer().listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  assert.equal(await isFree(port, '127.0.0.1'), false)
  const free = await firstFree(port, '127.0.0.1')
  assert.ok(free !== null && free > port)
  const config = readConfig({}, free)
  assert.deepEqual(
    [config.port, config.publicUrl, config.storeDomain],
    [free, `http://resale.localhost:${free}`, `resale.localhost:${free}`],
  )
})

test('a port that was set explicitly is never replaced by a free port', () => {
  assert.equal(readConfig({}).portIsDefault, true)
  for (const env of [{ PORT: '3000' }, { PUBLIC_URL: 'http://localhost:3000' }, { STORE_DOMAIN: 'localhost:3000' }])
    assert.equal(readConfig(env).portIsDefault, false)
})
