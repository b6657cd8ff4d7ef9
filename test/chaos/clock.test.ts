import assert from 'node:assert/strict'
import { test } from 'node:test'
import { send } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { FAKETIME, movableClock } from '#test/chaos/faketime.ts'
import { makeHome } from '#test/child.ts'
import { startReceiver } from '#test/fakes/receiver.ts'
import { HOME } from '#test/sales.ts'
import { until } from '#test/until.ts'

/** Differences between the service's wall clock and the database's clock, each as text and in seconds. */
const OFFSETS: Record<string, number> = { '+3h': 10_800, '-3h': -10_800, '+5y': 5 * 365 * 86_400, '-3d': -3 * 86_400, '+0': 0 }

test(
  'when the wall clock jumps, the service sells, delivers each event once, and expires or deletes nothing too early',
  { skip: !FAKETIME && 'libfaketime is not installed: apt-get install libfaketime' },
  async (t) => {
    const clock = movableClock(t)
    const home = await makeHome(t)
    const service = await home.start('all', { ...clock.env, TEST_CLOCK: 'off' })
    const receiver = await startReceiver(t)
    const call = async (method: string, path: string, key: string | null, json?: object) => {
      const reply = await send(service.port, method, `/v1${path}`, { ...(key !== null && { key }), ...(json && { json }) })
      assert.ok(reply.status < 300, `${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
      return reply.body
    }
    const signUp = async (name: string): Promise<string> =>
      (await call('POST', '/accounts', null, { name, email: `${name}@example.test`, password: 'a long enough password' })).api_key.secret
    const [seller, buyer] = [await signUp('ana'), await signUp('ben')]
    await call('POST', '/shops', seller, { name: 'Ana', slug: 'ana' })
    await call('PUT', '/webhooks', seller, { url: receiver.url })

    const orders: string[] = []
    const polled: string[] = []
    let after = 'start'
    const sell = async (offset: string) => {
      const listing = await call('POST', '/listings', seller, { shop: 'ana', title: 'Brass lamp', price: 40, shipping: 8, publish: true })
      const { id } = await call('POST', '/orders', buyer, { listing: listing.id, address: HOME })
      assert.equal((await call('POST', `/orders/${id}/pay`, buyer, { method: 'test_ok' })).status, 'paid', offset)
      orders.push(id)
      await until(`the webhook of ${id} at ${offset}`, () => receiver.received.some(({ body }) => body.includes(id)))
      for (const event of (await call('GET', `/events?after=${after}`, seller)).data) {
        after = event.id
        polled.push(event.data.object.id)
      }
      assert.deepEqual(polled, orders, offset)
    }

    const skewSeconds = async (): Promise<number> =>
      Number(/^clock_skew_seconds (\S+)$/m.exec((await send(service.port, 'GET', '/metrics')).body)?.[1])

    await sell('+0')
    for (const offset of Object.keys(OFFSETS)) {
      clock.move(offset)
      await sell(offset)
      await until(`the worker to notice ${offset}`, async () => Math.abs((await skewSeconds()) - OFFSETS[offset]!) < 60)
      assert.deepEqual(await audit({ connectionString: home.databaseUrl }), [], offset)
    }
    for (const id of orders) assert.equal((await call('GET', `/orders/${id}`, buyer)).status, 'paid')
    assert.equal(receiver.received.length, orders.length)
  },
)
