import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { HOLD_STATUSES } from '#domain/hold.ts'
import { LISTING_RULES, LISTING_STATUSES } from '#domain/listing.ts'
import { ENDS_OF, MONEY_CASE_KINDS } from '#domain/money-case.ts'
import { OFFER_STATUSES } from '#domain/offer.ts'
import { ORDER_STATUSES, type OrderFacts } from '#domain/order.ts'
import {
  APPROVAL_STATUSES,
  APPROVAL_TASKS,
  HOLD_TASKS,
  LISTING_TASKS,
  MONEY_CASE_TASKS,
  OFFER_TASKS,
  ORDER_TASKS,
  taskOf,
  type TaskFactsOf,
} from '#domain/task-rules.ts'
import { byCost, TASK_COSTS, TASK_KINDS, TASK_ROLES, TASKS, type TaskKind, type TaskRecord, type TaskRole } from '#domain/tasks.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { inEveryState } from '#test/every-state.ts'
import type { Seller } from '#test/factories.ts'
import { clockOf, DOES, holdOwes, holdsMoney, mayDo, offerOwes, orderOwes, type Owed } from './tasks.ts'

const HOUR_MS = 3600_000
const NOW = new Date('2026-11-22T12:00:00Z')
const hence = (hours: number): Date => new Date(NOW.getTime() + hours * HOUR_MS)

/** Every variety of an order that the rules tell apart. */
function* orders(): Generator<OrderFacts & { answered: boolean; pending: boolean }> {
  const bits = [false, true]
  for (const status of ORDER_STATUSES)
    for (const pickup of bits)
      for (const asked of bits)
        for (const offered of bits)
          for (const answered of bits)
            for (const disputed of bits)
              for (const pending of bits)
                for (const cancelHours of [20, 90])
                  yield {
                    status,
                    pickup,
                    pay_by: hence(1),
                    paid_at: hence(-24),
                    ship_by: status === 'paid' ? hence(60) : null,
                    cancel_by: asked && status === 'paid' ? hence(cancelHours) : null,
                    protect_until: status === 'shipped' || status === 'delivered' ? hence(70) : null,
                    offered_cents: offered && status === 'problem' ? 500 : null,
                    disputed_cents: disputed && status === 'problem' ? 4000 : 0,
                    all_back: false,
                    bank_alone: false,
                    answered: answered && status === 'problem',
                    pending: pending && status === 'awaiting_payment',
                  }
}

const factsOf = ({
  pending,
  answered,
  offered_cents,
  ...order
}: OrderFacts & { pending: boolean; answered: boolean }): TaskFactsOf['order'] => ({
  ...order,
  payment: pending ? 'pending' : order.status === 'awaiting_payment' ? 'unpaid' : 'paid',
  deposit_cents: 0,
  answered,
  offered: offered_cents !== null,
  ended_at: null,
  reviewed: false,
})

const owedFor = <K extends TaskRecord>(record: K, facts: TaskFactsOf[K]) =>
  TASK_ROLES.flatMap((role) => {
    const task = taskOf(record, role, facts, NOW)
    return task ? [{ ...task, role }] : []
  })

describe('what the tables say is owed', () => {
  test('every state of every record has its line, and no other', () => {
    const tables: [object, readonly string[]][] = [
      [ORDER_TASKS, ORDER_STATUSES],
      [OFFER_TASKS, OFFER_STATUSES],
      [HOLD_TASKS, HOLD_STATUSES],
      [APPROVAL_TASKS, APPROVAL_STATUSES],
      [MONEY_CASE_TASKS, MONEY_CASE_KINDS],
      [LISTING_TASKS, LISTING_STATUSES],
    ]
    for (const [table, states] of tables) assert.deepEqual(Object.keys(table).toSorted(), states.toSorted())
  })

  test('an order asks the one whom silence costs, until the clock acts, for what that one may do', () => {
    let looked = 0
    for (const order of orders()) {
      const wanted = orderOwes(order, order)
      const tasks = owedFor('order', factsOf(order))
      const told = JSON.stringify(order)
      assert.deepEqual(
        tasks.map(({ role, until }): Owed => ({ role, until })),
        wanted,
        told,
      )
      for (const { kind, role } of tasks) if (kind in DOES) assert.ok(mayDo(kind, role, order, NOW), `${role} cannot ${kind}: ${told}`)
      const bankOrProvider = order.disputed_cents > 0 || order.pending
      if ((clockOf(order) || holdsMoney(order.status)) && !bankOrProvider) assert.ok(tasks.length > 0, `nobody is asked: ${told}`)
      looked++
    }
    assert.equal(looked, ORDER_STATUSES.length * 128)
  })

  test('a request to cancel wins over "send it", and ends with whichever comes first', () => {
    const paid = [...orders()].filter(({ status }) => status === 'paid')
    for (const order of paid) {
      const [task] = owedFor('order', factsOf(order))
      assert.equal(task!.kind, order.cancel_by ? 'answer_cancelling' : order.pickup ? 'hand_over_order' : 'ship_order')
      assert.deepEqual(task!.until, clockOf(order))
    }
  })

  test('an offer asks whoever may accept it, unless the helper answers it by itself', () => {
    for (const status of OFFER_STATUSES) {
      const role = offerOwes(status)
      const tasks = owedFor('offer', { status, expires_at: hence(3), helper_answers: false })
      assert.deepEqual(
        tasks.map((task) => [task.role, task.until]),
        role ? [[role, hence(3)]] : [],
        status,
      )
      const helped = owedFor('offer', { status, expires_at: hence(3), helper_answers: true })
      assert.equal(helped.length, status === 'open' ? 0 : tasks.length, status)
      assert.deepEqual(owedFor('offer', { status, expires_at: NOW, helper_answers: false }), [], status)
    }
  })

  test('a hold asks its buyer until it runs out', () => {
    for (const status of HOLD_STATUSES) {
      const role = holdOwes(status)
      assert.deepEqual(
        owedFor('hold', { status, until: hence(3) }).map((task) => [task.role, task.until]),
        role ? [[role, hence(3)]] : [],
        status,
      )
    }
  })

  test('an approval asks its owner; a case of the money whoever can end it; a draft its seller', () => {
    for (const status of APPROVAL_STATUSES)
      assert.deepEqual(
        owedFor('approval', { status, expires_at: hence(3) }).map(({ role }) => role),
        status === 'pending' ? ['owner'] : [],
      )
    for (const kind of MONEY_CASE_KINDS)
      for (const tellable of [false, true]) {
        const facts = { case: kind, closed: false, stage: kind === 'chargeback' ? ('open' as const) : null, due_by: hence(-3), tellable }
        const roles = owedFor('money_case', facts).map(({ role }) => role)
        assert.ok(roles.length > 0, `nobody is asked about ${kind}`)
        // the bank is answered by the operator, an account is mended by its owner
        assert.equal(roles.includes('operator'), ENDS_OF[kind].length > 0 || kind === 'chargeback', kind)
        assert.deepEqual(owedFor('money_case', { ...facts, closed: true }), [])
      }
    for (const status of LISTING_STATUSES) {
      const publish = LISTING_RULES.publish[status]
      const moves = typeof publish === 'object' && 'to' in publish
      assert.equal(owedFor('listing', { status }).length, moves ? 1 : 0, status)
    }
  })

  test('no record asks one role for two things, and each task is of its record', () => {
    for (const kind of TASK_KINDS) assert.ok(TASK_COSTS.includes(TASKS[kind].cost))
    for (const order of orders()) {
      const roles = owedFor('order', factsOf(order)).map(({ role }) => role)
      assert.equal(new Set(roles).size, roles.length)
    }
  })
})

describe('Today, the inbox, the badges and the mails say the same', () => {
  let app: TestApp
  let people: { me: Seller; other: Seller; boss: Awaited<ReturnType<TestApp['signUp']>> }
  const stops: (() => Promise<void>)[] = []

  before(async () => {
    app = await startApp({ after: (stop) => stops.push(stop) })
    const { me, other } = await inEveryState(app)
    const boss = await app.signUp('Boss')
    const { db } = app.service.ctx
    await db.updateTable('accounts').set({ is_operator: true }).where('id', '=', boss.id).execute()
    people = { me, other, boss }
    await asksTheOwner(me)
    await moneyCases(me)
    const listing = await me.list({ title: 'Lamp', price: 30, publish: true })
    await other.call('POST', `/v1/market/listings/${listing.id}/report`, { json: { reason: 'other', body: 'Odd.' } })
    await app.advance(1)
  })
  after(async () => {
    for (const stop of stops) await stop()
  })

  /** An agent's request that waits for its owner, and a webhook that was switched off. */
  async function asksTheOwner(who: Seller): Promise<void> {
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

  /** One open case of each kind, as the provider would have told of it. */
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

  /** From the rows as they lie there and the state tables, without anything of the inbox. */
  async function expectedOf(accountId: string): Promise<Expected[]> {
    const { db } = app.service.ctx
    const now = app.service.ctx.now()
    const wanted: Expected[] = []
    const add = (id: string, role: TaskRole, until: Date | null) => wanted.push({ id, role, until: until?.toISOString() ?? null })
    for (const row of await db.selectFrom('orders').selectAll().execute()) {
      const problem = row.problem as { answer: string | null; offered_cents: number | null } | null
      const order: OrderFacts = { ...row, offered_cents: problem?.offered_cents ?? null, all_back: false, bank_alone: false }
      const owed = orderOwes(order, { pending: row.payment === 'pending', answered: Boolean(problem?.answer) })
      for (const { role, until } of owed)
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
      if (row.buyer_id === accountId && row.buyer_unread > 0) add(row.id, 'buyer', null)
    }
    for (const row of await db
      .selectFrom('listings')
      .select('id')
      .where('owner_id', '=', accountId)
      .where('status', '=', 'draft')
      .execute())
      add(row.id, 'seller', null)
    if (accountId === people.me.id) add(accountId, 'owner', null)
    return wanted
  }

  const keyed = (tasks: readonly Expected[]): string[] => tasks.map(({ id, role, until }) => `${role} ${id} ${until}`).toSorted()

  type TaskRecordOfApi = { kind: TaskKind; role: TaskRole; record: { id: string; object: TaskRecord }; until: string | null; cost: string }
  async function inboxOf(who: Seller) {
    const { body } = await who.call('GET', '/v1/inbox')
    return body as { tasks: TaskRecordOfApi[] } & Record<string, { id: string }[]>
  }

  test('the inbox is what the rows and the state tables say, the dearest first', async () => {
    for (const who of [people.me, people.other]) {
      const inbox = await inboxOf(who)
      const tasks = inbox.tasks.map(({ record, role, until }) => ({ id: record.id, role, until }))
      assert.deepEqual(keyed(tasks), keyed(await expectedOf(who.id)))
      const costs = inbox.tasks.map(({ cost }) => TASK_COSTS.indexOf(cost as (typeof TASK_COSTS)[number]))
      assert.deepEqual(
        costs,
        costs.toSorted((one, other) => one - other),
        'the dearest first',
      )
      const dates = inbox.tasks.filter(({ cost }) => cost === 'money').map(({ until }) => until ?? '')
      assert.deepEqual(dates, dates.toSorted(), 'then what ends soonest')
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

  test('Today and the overview list those of their side in the same order, and the badges count them', async () => {
    for (const who of [people.me, people.other])
      for (const { roles, home, of } of Object.values(BADGE)) {
        const { tasks } = await inboxOf(who)
        const mine = tasks.filter(({ role }) => roles.includes(role))
        const html = await page(home, who.cookie)
        assert.deepEqual(
          listed(html),
          mine.map(({ record, kind }) => `${record.id} ${kind}`),
        )
        const wanted: Record<string, number> = { [home]: mine.length }
        for (const [path, records] of Object.entries(of)) {
          const count = mine.filter(({ record }) => records.includes(record.object)).length
          if (count > 0) wanted[path] = count
        }
        assert.deepEqual(badges(html), wanted)
        assert.match(html, new RegExp(`${mine.length} things need you`))
      }
  })

  test('the operator’s overview lists every dispute, case, report and appeal that a person can end', async () => {
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

  /** `Tuesday 24 November 2026, 09:05 UTC`, written by other code than the mails'. */
  const told = (iso: string): string => {
    const at = new Date(iso)
    const name = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(at)
    return `${name({ weekday: 'long' })} ${at.getUTCDate()} ${name({ month: 'long' })} ${at.getUTCFullYear()}, ${iso.slice(11, 16)} UTC`
  }

  test('the mails that ask for something name the same time and the same cost', async () => {
    const ASKED_BY_MAIL: readonly TaskKind[] = [
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
        if (!ASKED_BY_MAIL.includes(kind)) continue
        const last = mails.filter(({ body }) => body.includes(record.id)).at(-1)
        assert.ok(last, `no mail asks for ${kind}`)
        if (until !== null) assert.ok(last.body.includes(told(until)), `${kind} until ${told(until)}: ${last.body}`)
        if (kind !== 'decide_approval') assert.ok(last.body.includes(TASKS[kind].late), `${kind}: ${last.body}`)
        seen.add(kind)
      }
    }
    assert.deepEqual([...seen].toSorted(), ASKED_BY_MAIL.toSorted())
  })

  test('whose buyer asks to cancel is not told to send, by page, inbox or reminder', async () => {
    const { db } = app.service.ctx
    const asked = await db
      .selectFrom('orders')
      .select(['id', 'seller_id'])
      .where('status', '=', 'paid')
      .where('cancel_by', 'is not', null)
      .execute()
    assert.equal(asked.length, 2)
    for (const who of [people.me, people.other]) {
      const { id } = asked.find(({ seller_id }) => seller_id === who.id)!
      const row = new RegExp(`<li id="${id}"[\\s\\S]*?</li>`).exec(await page('/app', who.cookie))![0]
      assert.match(row, /asks to cancel/)
      assert.doesNotMatch(row, /send it|Ship it/i)
      assert.ok(!JSON.stringify((await inboxOf(who))['sales_to_ship']).includes(id))
    }
  })

  test('an offer that the helper answers by itself is nobody’s task, one that it leaves is the owner’s', async () => {
    const { me, other } = people
    await me.call('PATCH', `/v1/shops/${me.slug}`, { json: { haggle: true } })
    const ids: string[] = []
    for (const amount of [50, 95]) {
      const listing = await me.list({ title: 'Lamp', price: 100, shipping: 5, publish: true })
      ids.push((await other.call('POST', '/v1/offers', { json: { listing: listing.id, amount } })).body.id)
    }
    const asked = async (who: Seller) => (await inboxOf(who)).tasks.flatMap(({ record }) => (ids.includes(record.id) ? [record.id] : []))
    assert.deepEqual(await asked(me), [ids[1]], 'before the helper has run')
    await app.advance(1)
    assert.deepEqual(await asked(me), [ids[1]])
    assert.deepEqual(await asked(other), [ids[0]], 'its counter is the buyer’s')
    await me.call('PATCH', `/v1/shops/${me.slug}`, { json: { haggle: false } })
  })

  test('a list of tasks is ordered by what it costs to be late', () => {
    const at = (kind: TaskKind, hours: number | null) => ({
      kind,
      until: hours === null ? null : hence(hours),
      since: NOW,
      id: `${kind}${hours}`,
    })
    const wanted = [
      at('answer_cancelling', 2),
      at('ship_order', 90),
      at('answer_problem', null),
      at('answer_offer', 1),
      at('answer_offer', 40),
      at('answer_message', null),
    ]
    assert.deepEqual(wanted.toReversed().toSorted(byCost), wanted)
  })
})
