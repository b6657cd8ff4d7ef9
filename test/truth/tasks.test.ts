import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { MONEY_CASE_KINDS } from '#commerce/payment-exceptions/rules.ts'
import type { OrderFacts } from '#commerce/orders/rules/order.ts'
import { TASK_COSTS, TASKS, type TaskKind, type TaskRecord, type TaskRole } from '#core/tasks.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { inEveryState } from '#test/every-state.ts'
import type { Seller } from '#test/factories.ts'
import { makeOffer } from '#test/rows.ts'
import { lifetime } from '#test/lifetime.ts'
import { holdOwes, offerOwes, orderOwes } from './tasks.ts'

const HOUR_MS = 3600_000

describe('tasks on the Today page, in the inbox, in badges and in emails', () => {
  let app: TestApp
  let people: { me: Seller; other: Seller; boss: Awaited<ReturnType<TestApp['signUp']>> }
  const life = lifetime()

  before(async () => {
    app = await startApp(life)
    const { me, other } = await inEveryState(app)
    const boss = await app.signUp('Boss')
    const { db } = app.service.ctx
    await db.updateTable('accounts').set({ is_operator: true }).where('id', '=', boss.id).execute()
    people = { me, other, boss }
    await requestApproval(me)
    await moneyCases(me)
    const listing = await me.list({ title: 'Lamp', price: 30, publish: true })
    await other.call('POST', `/v1/market/listings/${listing.id}/report`, { json: { reason: 'other', body: 'Odd.' } })
    await app.advance(1)
  })

  /** Creates an agent's request that awaits its owner's approval, and disables a webhook. */
  async function requestApproval(who: Seller): Promise<void> {
    const agent = await who.keyWith({ kind: 'agent', scopes: ['listings'], ask_first: ['listings.delete'] })
    const { id } = await who.list({ title: 'Lamp', price: 30 })
    const held = await app.call('DELETE', `/v1/listings/${id}`, { key: agent })
    assert.equal(held.status, 202, JSON.stringify(held.body))
    const at = app.service.ctx.now()
    await app.service.ctx.db
      .insertInto('webhooks')
      .values({
        account_id: who.id,
        url: 'http://127.0.0.1:9/hook',
        events: ['listing.sold'],
        enabled: false,
        secret: 'sealed',
        switched_off_at: at,
        created_at: at,
        updated_at: at,
      })
      .execute()
  }

  async function moneyCases(who: Seller): Promise<void> {
    const { ctx } = app.service
    for (const kind of MONEY_CASE_KINDS)
      await ctx.db
        .insertInto('money_cases')
        .values({
          id: ctx.newId('mcs'),
          provider: 'test',
          kind,
          ref: `ref-${kind}`,
          account_id: who.id,
          amount_cents: 1500,
          stage: kind === 'chargeback' ? 'open' : null,
          due_by: kind === 'chargeback' ? new Date(ctx.now().getTime() + 5 * 24 * HOUR_MS) : null,
          created_at: ctx.now(),
          updated_at: ctx.now(),
        })
        .execute()
  }

  type Expected = { id: string; role: TaskRole; until: string | null }

  /** Computes the expected tasks independently of the inbox code. */
  async function expectedOf(accountId: string): Promise<Expected[]> {
    const { db } = app.service.ctx
    const now = app.service.ctx.now()
    const expected: Expected[] = []
    const add = (id: string, role: TaskRole, until: Date | null) => expected.push({ id, role, until: until?.toISOString() ?? null })
    for (const row of await db.selectFrom('orders').selectAll().execute()) {
      const problem = row.problem as { answer: string | null; offered_cents: number | null } | null
      const order: OrderFacts = {
        ...row,
        return_status: row.return_status as OrderFacts['return_status'],
        ...{ offered_cents: problem?.offered_cents ?? null, all_back: false, bank_alone: false },
      }
      const due = orderOwes(order, { pending: row.payment === 'pending', answered: Boolean(problem?.answer) })
      for (const { role, until } of due)
        if (accountId === { buyer: row.buyer_id, seller: row.seller_id, owner: '', operator: '' }[role]) add(row.id, role, until)
      if (row.buyer_id !== accountId || (row.status !== 'completed' && row.status !== 'refunded')) continue
      if (await db.selectFrom('reviews').select('id').where('order_id', '=', row.id).executeTakeFirst()) continue
      const { rows } = await sql<{
        at: Date
      }>`select max(at) as at from order_steps where order_id = ${row.id} and status = ${row.status}`.execute(db)
      add(row.id, 'buyer', new Date(rows[0]!.at.getTime() + 30 * 24 * HOUR_MS))
    }
    for (const row of await db.selectFrom('offers').selectAll().execute()) {
      const role = row.expires_at > now ? offerOwes(row.status) : null
      if (role && accountId === (role === 'seller' ? row.seller_id : row.buyer_id)) add(row.id, role, row.expires_at)
    }
    for (const row of await db.selectFrom('holds').selectAll().where('buyer_id', '=', accountId).execute())
      if (row.until > now && holdOwes(row.status)) add(row.id, 'buyer', row.until)
    for (const row of await db.selectFrom('approvals').selectAll().where('account_id', '=', accountId).execute())
      if (row.status === 'pending') add(row.id, 'owner', row.expires_at)
    for (const row of await db.selectFrom('money_cases').selectAll().where('account_id', '=', accountId).execute())
      if (row.kind === 'payout_failed' || row.kind === 'account_stopped') add(row.id, 'seller', null)
    for (const row of await db.selectFrom('threads').selectAll().execute()) {
      if (row.seller_id === accountId && (row.needs_owner || row.seller_unread > 0)) add(row.id, 'seller', null)
      if (row.buyer_id !== accountId || row.buyer_unread === 0) continue
      // a message that only states a counteroffer creates no task, because the buyer responds on the page of the offer
      const unread = await db
        .selectFrom('messages')
        .select('text')
        .where('thread_id', '=', row.id)
        .where('sender', '<>', 'buyer')
        .orderBy('created_at', 'desc')
        .limit(row.buyer_unread)
        .execute()
      if (unread.some(({ text }) => !text.startsWith('Thanks for your offer of '))) add(row.id, 'buyer', null)
    }
    for (const row of await db
      .selectFrom('listings')
      .select('id')
      .where('owner_id', '=', accountId)
      .where('status', '=', 'draft')
      .execute())
      add(row.id, 'seller', null)
    if (accountId === people.me.id) add(accountId, 'owner', null)
    return expected
  }

  const keyed = (tasks: readonly Expected[]): string[] => tasks.map(({ id, role, until }) => `${role} ${id} ${until}`).toSorted()

  type TaskRecordOfApi = { kind: TaskKind; role: TaskRole; record: { id: string; object: TaskRecord }; until: string | null; cost: string }
  async function inboxOf(who: Seller) {
    const { body } = await who.call('GET', '/v1/inbox')
    return body as { tasks: TaskRecordOfApi[] } & Record<string, { id: string }[]>
  }

  test('the inbox matches the state tables and shows the task with the highest cost first', async () => {
    for (const who of [people.me, people.other]) {
      const inbox = await inboxOf(who)
      const tasks = inbox.tasks.map(({ record, role, until }) => ({ id: record.id, role, until }))
      assert.deepEqual(keyed(tasks), keyed(await expectedOf(who.id)))
      const costs = inbox.tasks.map(({ cost }) => TASK_COSTS.indexOf(cost as (typeof TASK_COSTS)[number]))
      assert.deepEqual(
        costs,
        costs.toSorted((one, other) => one - other),
        'the most costly tasks come first',
      )
      const dates = inbox.tasks.filter(({ cost }) => cost === 'money').map(({ until }) => until ?? '')
      assert.deepEqual(dates, dates.toSorted(), 'then the earliest deadline')
      const of = (...kinds: TaskKind[]) => inbox.tasks.filter(({ kind }) => kinds.includes(kind)).map(({ record }) => record.id)
      const ids = (list: { id: string }[]) => list.map(({ id }) => id)
      assert.deepEqual(ids(inbox['offers_to_answer']!), of('answer_offer'))
      assert.deepEqual(ids(inbox['sales_to_ship']!), of('ship_order', 'hand_over_order'))
      assert.deepEqual(ids(inbox['counters_to_answer']!), of('answer_counter'))
      assert.ok(inbox.tasks.length > 10)
    }
  })

  const page = async (path: string, cookie: string): Promise<string> => {
    const reply = await app.call('GET', path, { cookie })
    assert.equal(reply.status, 200, path)
    return reply.body as string
  }
  const listed = (html: string): string[] =>
    [.../<ol class="tasks"[\s\S]*?<\/ol>/.exec(html)![0].matchAll(/<li id="([^"]+)" data-task="([^"]+)"/g)].map(
      ([, id, kind]) => `${id} ${kind}`,
    )
  const badges = (html: string): Record<string, number> =>
    Object.fromEntries(
      [...html.matchAll(/<a href="(\/[^"]*)"[^>]*>(?:(?!<\/a>)[\s\S])*?<span class="count">(\d+)<\/span>/g)].map(([, path, count]) => [
        path,
        Number(count),
      ]),
    )

  const BADGE: Record<string, { roles: TaskRole[]; home: string; of: Record<string, TaskRecord[]> }> = {
    app: {
      roles: ['seller', 'owner'],
      home: '/app',
      of: {
        '/app/offers': ['offer'],
        '/app/orders': ['order'],
        '/app/messages': ['thread'],
        '/app/payouts': ['money_case'],
        '/app/listings': ['listing'],
        '/app/developers': ['approval', 'webhook'],
      },
    },
    you: {
      roles: ['buyer', 'owner'],
      home: '/you',
      of: { '/you/offers': ['offer'], '/you/orders': ['order', 'hold'], '/you/messages': ['thread'] },
    },
  }

  test('the Today page lists the seller’s tasks in order, the buyer’s overview lists the buyer’s tasks, and the badges count both', async () => {
    for (const who of [people.me, people.other])
      for (const { roles, home, of } of Object.values(BADGE)) {
        const { tasks } = await inboxOf(who)
        const mine = tasks.filter(({ role }) => roles.includes(role))
        const html = await page(home, who.cookie)
        assert.deepEqual(
          listed(html),
          mine.map(({ record, kind }) => `${record.id} ${kind}`),
        )
        const expected: Record<string, number> = { [home]: mine.length }
        for (const [path, records] of Object.entries(of)) {
          const count = mine.filter(({ record }) => records.includes(record.object)).length
          if (count > 0) expected[path] = count
        }
        assert.deepEqual(badges(html), expected)
        assert.match(html, new RegExp(`${mine.length} open tasks`))
      }
  })

  test('the operator’s overview lists every open dispute, payment exception, report and appeal', async () => {
    const { db } = app.service.ctx
    const disputes = await db.selectFrom('orders').select('id').where('status', '=', 'problem').where('disputed_cents', '=', 0).execute()
    const cases = await db.selectFrom('money_cases').select(['id', 'kind']).where('kind', '<>', 'account_stopped').execute()
    const reports = await db.selectFrom('reports').select('id').execute()
    const html = await page('/operator', people.boss.cookie)
    const ids = listed(html).map((line) => line.split(' ')[0]!)
    assert.deepEqual(ids.toSorted(), [...disputes, ...cases, ...reports].map(({ id }) => id).toSorted())
    assert.match(listed(html)[0]!, /answer_bank/)
    assert.deepEqual(badges(html), {
      '/operator': ids.length,
      '/operator/disputes': disputes.length,
      '/operator/money': cases.length,
      '/operator/reports': reports.length,
    })
    const { waiting } = (await app.call('GET', '/v1/operator/health', { cookie: people.boss.cookie })).body
    assert.deepEqual(waiting, { reports: reports.length, appeals: 0, disputes: disputes.length, money: cases.length })
  })

  /** Formats a time as `Tuesday 24 November 2026, 09:05 UTC`. Shares no code with the emails. */
  const format = (iso: string): string => {
    const at = new Date(iso)
    const name = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(at)
    return `${name({ weekday: 'long' })} ${at.getUTCDate()} ${name({ month: 'long' })} ${at.getUTCFullYear()}, ${iso.slice(11, 16)} UTC`
  }

  test('reminder emails state the same deadline and the same cost as the inbox', async () => {
    const MAILED_TASKS: readonly TaskKind[] = [
      'answer_cancelling',
      'ship_order',
      'hand_over_order',
      'answer_problem',
      'answer_part',
      'decide_approval',
    ]
    const seen = new Set<TaskKind>()
    for (const who of [people.me, people.other]) {
      const mails = await app.service.ctx.db
        .selectFrom('mails')
        .selectAll()
        .where('account_id', '=', who.id)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      for (const { kind, record, until } of (await inboxOf(who)).tasks) {
        if (!MAILED_TASKS.includes(kind)) continue
        const about = mails.filter(({ body }) => body.includes(record.id)).map(({ body }) => body)
        const isTaskMail = (body: string): boolean =>
          (until === null || body.includes(format(until))) && (kind === 'decide_approval' || body.includes(TASKS[kind].late))
        assert.ok(about.some(isTaskMail), `no mail names the task ${kind} with its deadline ${until}: ${about.join('\n')}`)
        seen.add(kind)
      }
    }
    assert.deepEqual([...seen].toSorted(), MAILED_TASKS.toSorted())
  })

  test('while a cancellation request is open, no page, inbox task or reminder asks the seller to ship', async () => {
    const { db } = app.service.ctx
    const requested = await db
      .selectFrom('orders')
      .select(['id', 'seller_id'])
      .where('status', '=', 'paid')
      .where('cancel_by', 'is not', null)
      .execute()
    assert.equal(requested.length, 2)
    for (const who of [people.me, people.other]) {
      const { id } = requested.find(({ seller_id }) => seller_id === who.id)!
      const row = new RegExp(`<li id="${id}"[\\s\\S]*?</li>`).exec(await page('/app', who.cookie))![0]
      assert.match(row, /asked to cancel/)
      assert.doesNotMatch(row, /ship it|Ship within|>Ship</i)
      assert.ok(!JSON.stringify((await inboxOf(who))['sales_to_ship']).includes(id))
    }
  })

  test('an offer that a helper answers creates no task; an offer that a helper leaves open creates a task for the owner', async () => {
    const { me, other } = people
    await me.call('PATCH', `/v1/shops/${me.slug}`, { json: { haggle: true } })
    const ids: string[] = []
    for (const amount of [50, 95]) {
      const listing = await me.list({ title: 'Lamp', price: 100, shipping: 5, publish: true })
      ids.push((await other.call('POST', '/v1/offers', { json: { listing: listing.id, amount } })).body.id)
    }
    const requested = async (who: Seller) =>
      (await inboxOf(who)).tasks.flatMap(({ record }) => (ids.includes(record.id) ? [record.id] : []))
    await app.advance(1)
    assert.deepEqual(await requested(me), [ids[1]])
    assert.deepEqual(await requested(other), [ids[0]], 'the counter is the buyer’s task')
    // Inserts the rows directly into the database, so that no helper processes them.
    const { ctx } = app.service
    const shop = await ctx.db.selectFrom('shops').select('id').where('slug', '=', me.slug).executeTakeFirstOrThrow()
    const row = { id: shop.id, slug: me.slug, ownerId: me.id }
    const waiting: string[] = []
    for (const amountCents of [30_00, 55_00]) {
      const { id } = await me.list({ title: 'Lamp', price: 60, shipping: 5, publish: true })
      waiting.push(await makeOffer(ctx, row, { id }, { buyerId: other.id, amountCents }))
    }
    ids.splice(0, 2, ...waiting)
    assert.deepEqual(await requested(me), [waiting[1]], 'an offer that the helper will counter is no task yet')
    await app.advance(6 * 60)
    assert.deepEqual(await requested(me), waiting, 'after the helper’s time, both offers are tasks')
    await me.call('PATCH', `/v1/shops/${me.slug}`, { json: { haggle: false } })
  })
})
