import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { startApp, type TestApp } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { lifetime } from '#test/lifetime.ts'
import { broken } from './between-records.ts'
import { differentSums } from './sums.ts'

describe('records of the demo market', () => {
  let app: TestApp
  const life = lifetime()
  before(async () => {
    app = await startApp(life, { DEMO: 'on', TEST_CLOCK: 'off' })
    await app.service.ctx.db.deleteFrom('demo_pictures').execute()
  })

  test('the demo market passes the same audit as a real market', async () => {
    assert.deepEqual(await audit({ connectionString: app.databaseUrl }), [])
  })

  test('the demo records do not contradict each other', async () => {
    assert.deepEqual(await broken(app.service.ctx), [])
  })

  test('all sums that the demo displays to a seller agree with each other', async () => {
    assert.deepEqual(await differentSums(app.service.ctx), [])
  })

  test('the description of each demo user matches the user’s inbox', async () => {
    const { people, access } = app.service.demo!
    const texts = Object.fromEntries(people.map(({ email, summary: text }) => [email.split('@')[0], text]))
    const inbox = async (who: string) => {
      const session = await app.call('POST', '/v1/sessions', {
        json: { email: people.find(({ email }) => email.startsWith(who))!.email, password: access!.password },
      })
      return (await app.call('GET', '/v1/inbox', { cookie: session.headers['set-cookie']!.split(';')[0]! })).body
    }
    const theo = await inbox('theo')
    const kinds = (body: { tasks: { kind: string }[] }, kind: string) => body.tasks.filter((task) => task.kind === kind).length
    assert.match(
      texts['theo'] ?? '',
      new RegExp(`${kinds(theo, 'answer_counter')} counteroffers to answer, ${kinds(theo, 'confirm_order')} parcel on its way`),
    )
    const { rows } = await sql<{ count: number }>`select count(*) as count from reports where status = 'open'`.execute(app.service.ctx.db)
    assert.ok(people.some(({ summary: text }) => text.includes(`${rows[0]!.count} reports to read`)))
  })

  test('the demo rules detect each contradiction that this test inserts', async () => {
    const { db } = app.service.ctx
    const breaks: [string, string][] = [
      ['asks for its action', `update keys set ask_first = '{}' where name = 'Pricing assistant'`],
      ['has the scope', `update keys set scopes = '{read}' where name = 'Pricing assistant'`],
      [
        'an existing webhook',
        `insert into webhook_deliveries (id, account_id, event_id, event_type, body, status, created_at)
         select 'dlv_1', account_id, id, type, '{}', 'failed', created_at from events where is_public limit 1`,
      ],
      ['at least as many views', `delete from daily_counts where kind = 'view'`],
      ['before its account exists', `update accounts set created_at = now() where name like 'Theo%'`],
      ['a review comes after', `update reviews set created_at = created_at - interval '300 days' where replied_at is not null`],
      ['negotiator’s responses', `update negotiations set counter_cents = counter_cents + 100 where outcome = 'counter'`],
    ]
    for (const [name, statement] of breaks) {
      const names = await db
        .transaction()
        .execute(async (tx) => {
          await sql.raw(statement).execute(tx)
          const found = await broken({ ...app.service.ctx, db: tx })
          throw new Matches(found.map((one) => one.name))
        })
        .catch((error: unknown) => {
          if (error instanceof Matches) return error.names
          throw error
        })
      assert.ok(
        names.some((one) => one.includes(name)),
        `${name} is not among ${names.join('; ')}`,
      )
    }
  })
})

/** Throwing an instance of this class rolls back the transaction and passes the findings to the caller. */
class Matches extends Error {
  readonly names: string[]
  constructor(names: string[]) {
    super('taken back')
    this.names = names
  }
}
