import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { record, restartEventOrder } from '#platform/events/index.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { recordEvent, MESSAGE } from '#test/webhooks.ts'
import { until } from '#test/until.ts'

const listEvents = async (app: TestApp, key: string, query: string) => {
  const { status, body } = await app.call('GET', `/v1/events?${query}`, { key })
  return { status, body, ids: (body.data ?? []).map(({ id }: { id: string }) => id) as string[] }
}

/**
 * Polls from the first event until `count` events are visible. Other transactions on the same database server can briefly delay new events.
 */
const settled = (app: TestApp, key: string, count: number): Promise<string[]> =>
  until(`${count} events`, async () => {
    const { ids, body } = await listEvents(app, key, 'after=start')
    return body.total === count && ids.length === count && ids
  })

describe('polling for events', () => {
  test('polling starts at the first event or after a given event ID, and rejects the ID of a different account’s event', async (t) => {
    const app = await startApp(t)
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    assert.deepEqual((await listEvents(app, ana.key, 'after=start')).ids, [])
    const ids = []
    for (let number = 0; number < 5; number++) ids.push(await recordEvent(app, ana.id))
    const other = await recordEvent(app, ben.id)
    await settled(app, ana.key, 5)

    const first = await listEvents(app, ana.key, 'after=start&limit=2')
    assert.deepEqual([first.ids, first.body.total, first.body.has_more], [ids.slice(0, 2), 5, true])
    const second = await listEvents(app, ana.key, `after=${ids[1]}&limit=3`)
    assert.deepEqual([second.ids, second.body.total, second.body.has_more], [ids.slice(2), 3, false])
    assert.deepEqual((await listEvents(app, ana.key, `after=${ids[4]}`)).ids, [])
    assert.deepEqual((await listEvents(app, ana.key, 'after=start&type=offer.received')).ids, [])
    for (const query of [`after=${other}`, 'after=evt_nothing']) {
      const { status, body } = await listEvents(app, ana.key, query)
      assert.deepEqual([status, body.error.param], [400, 'after'])
    }
    assert.equal((await listEvents(app, ana.key, 'after=start&offset=1')).body.error.param, 'offset')
    assert.equal((await listEvents(app, ana.key, 'after=')).body.error.param, 'after')
  })

  test('polling never skips an event that commits after a later event', async (t) => {
    const app = await startApp(t)
    const { ctx } = app.service
    const ana = await app.signUp()
    const event = { accountId: ana.id, type: 'question.asked', object: MESSAGE } as const
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: written, resolve: isWritten } = Promise.withResolvers<string>()
    const slow = inTransaction(ctx, async (tx) => {
      isWritten(await record(tx, event))
      await held
    })
    const early = await written
    const late = await recordEvent(app, ana.id)
    const [newest, forward] = [await listEvents(app, ana.key, ''), await listEvents(app, ana.key, 'after=start')]
    release()
    await slow
    // the newest-first list shows the later event immediately; the oldest-first list waits, so that its readers do not miss the earlier
    // event
    assert.deepEqual([newest.ids, forward.ids], [[late], []])
    assert.deepEqual(await settled(app, ana.key, 2), [early, late])
    assert.deepEqual((await listEvents(app, ana.key, `after=${early}`)).ids, [late])
  })

  test('polling continues in the correct order after the database was restored on a server with lower transaction IDs', async (t) => {
    const app = await startApp(t)
    const { ctx } = app.service
    const ana = await app.signUp()
    const ids = [await recordEvent(app, ana.id), await recordEvent(app, ana.id)]
    await ctx.db.updateTable('events').set({ xid: '9000000000' }).execute()
    await restartEventOrder(ctx.db)
    const next = await recordEvent(app, ana.id)
    assert.deepEqual(await settled(app, ana.key, 3), [...ids, next])
    assert.deepEqual((await listEvents(app, ana.key, `after=${ids[1]}`)).ids, [next])
    await restartEventOrder(ctx.db)
    const { xid } = await ctx.db.selectFrom('events').select('xid').where('id', '=', next).executeTakeFirstOrThrow()
    assert.notEqual(xid, '0', 'rows in order stay unchanged')
  })
})
