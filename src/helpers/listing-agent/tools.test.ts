import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Context, Person } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { toolsFor } from './tools.ts'
import type { Change } from './schema.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const ana = await openSeller(app)
const actor = (askFirst: Person['askFirst'] = []) => ({ kind: 'key', accountId: ana.id, askFirst, scopes: [] }) as unknown as Person

async function toolsOf(more: { askFirst?: Person['askFirst']; context?: Context; ended?: AbortSignal } = {}) {
  const { id } = await ana.list({ title: 'Coat', price: 80, lowest_price: 70, fields: [{ label: 'Size', value: '10' }], publish: true })
  const log: Change[] = []
  const work = { actor: actor(more.askFirst), listingId: id as string, ended: more.ended ?? new AbortController().signal, log }
  const tools = toolsFor(more.context ?? ctx, work)
  const run = (name: string, input: object) =>
    tools.find((tool) => tool.name === name)!.run(input) as Promise<{ ok: boolean; error?: string }>
  const read = async () => (await ana.call('GET', `/v1/listings/${id}`)).body
  return { run, read, log }
}

test('each tool changes its field and logs the change, and its result for the model contains no minimum price', async () => {
  const { run, read, log } = await toolsOf()
  assert.deepEqual(await run('set_price', { price: 75 }), { ok: true, price: 75 })
  assert.deepEqual(await run('set_lowest', { lowest: 60 }), { ok: true })
  assert.deepEqual(await run('set_take_offers', { take_offers: false }), { ok: true, take_offers: false })
  const [{ key }] = (await read()).fields
  assert.deepEqual(await run('set_field', { key, label: 'Size', value: '12' }), { ok: true, key, label: 'Size', value: '12' })
  const { price, lowest_price, take_offers, fields } = await read()
  assert.deepEqual([price, lowest_price, take_offers, fields[0].value], [75, 60, false, '12'])
  assert.deepEqual(log.map(({ tool, before, after: changed }) => [tool, before, changed]), [['set_price', 80, 75], ['set_lowest', 70, 60], ['set_take_offers', true, false], ['set_field', '10', '12']]) // prettier-ignore
})

test('a tool reports a refused change to the model, and a bug is thrown', async () => {
  const { run, read, log } = await toolsOf()
  assert.match((await run('set_lowest', { lowest: 90 })).error!, /price/)
  await app.call('PATCH', '/v1/me', { cookie: ana.cookie, json: { brake: true } })
  assert.deepEqual(await run('set_price', { price: 75 }), { ok: false, error: 'The owner has paused all helpers of this account.' })
  await app.call('PATCH', '/v1/me', { cookie: ana.cookie, json: { brake: false } })
  assert.deepEqual([(await read()).price, log], [80, []])
  const failing: Context = {
    ...ctx,
    newId: () => {
      throw new Error('a bug')
    },
  }
  await assert.rejects((await toolsOf({ context: failing })).run('set_price', { price: 75 }), /a bug/)
})

test('a key that needs approval for a change cannot make it in the chat, but can make other changes', async () => {
  const { run, read } = await toolsOf({ askFirst: ['listings.price'] })
  assert.match((await run('set_price', { price: 75 })).error!, /approval/)
  assert.deepEqual(await run('set_take_offers', { take_offers: false }), { ok: true, take_offers: false })
  const { price, take_offers } = await read()
  assert.deepEqual([price, take_offers], [80, false])
})

test('once the chat has ended, a tool writes nothing', async () => {
  const { run, read, log } = await toolsOf({ ended: AbortSignal.abort(new Error('the client left')) })
  await assert.rejects(run('set_price', { price: 75 }), /the client left/)
  assert.deepEqual([(await read()).price, log], [80, []])
})
