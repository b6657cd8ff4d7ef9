import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { REAL } from '#core/tenant.ts'
import { inTransaction, type Context, type Person } from '#platform/context/index.ts'
import { PaymentsError } from '#platform/errors/payments.ts'
import { moneyRows } from '#test/money-rows.ts'
import { applyAccount, lacksPayoutAccount, openPayoutAccount } from './accounts.ts'

const { ctx, db, ana, ben, now, at, dates, order, move } = await moneyRows({ after })
const inRealTime = { ...ctx, now: () => now }

const account = () => db.selectFrom('payout_accounts').select(['ready', 'left_at']).where('account_id', '=', ana.id).executeTakeFirst()
const cases = () => db.selectFrom('money_cases').select(['reason', 'amount_cents']).where('closed_at', 'is', null).where('account_id', '=', ana.id).execute() // prettier-ignore
const save = (ready: boolean, provider: 'test' | 'stripe' = 'test') =>
  db.insertInto('payout_accounts').values({ account_id: ana.id, provider, provider_ref: 'acct_1', ready, ...dates }).execute() // prettier-ignore

test('when a payout account stops, an exception opens with the reason and what is owed, until the account works again', async () => {
  const apply = (ready: boolean, gone = false, time = now, ref = 'acct_1') =>
    inTransaction({ ...ctx, now: () => time }, (tx) => applyAccount(tx, { ref, ready, gone, url: null }))
  assert.equal(await apply(true), 'foreign')
  await save(false)
  await move({ order_id: await order(), amount_cents: 700 })
  assert.deepEqual([await apply(false), await cases()], ['seen', []])
  assert.deepEqual([await apply(true), await account()], ['used', { ready: true, left_at: null }])
  assert.equal(await apply(true), 'seen')
  assert.deepEqual([await apply(false), await account()], ['used', { ready: false, left_at: null }])
  assert.deepEqual(await cases(), [{ reason: 'the account cannot receive payouts at the moment', amount_cents: 700 }])
  assert.deepEqual([await apply(true), await cases()], ['used', []])
  assert.deepEqual([await apply(false, true, at(1)), await account()], ['used', { ready: false, left_at: at(1) }])
  assert.deepEqual([await apply(false, true, at(2)), await account()], ['used', { ready: false, left_at: at(1) }])
  assert.deepEqual(await cases(), [{ reason: 'the seller disconnected the account', amount_cents: 700 }])
  assert.deepEqual([await apply(true), await account(), await cases()], ['used', { ready: true, left_at: null }, []])
})

test('a missing payout account matters only if the provider needs one', async () => {
  await db.deleteFrom('payout_accounts').execute()
  await move({ order_id: await order() })
  const at = (name: 'test' | 'stripe', id: string) => lacksPayoutAccount({ ...ctx, payments: { ...ctx.payments!, name } }, id)
  assert.deepEqual([await at('test', ana.id), await at('stripe', ana.id), await at('stripe', ben.id)], [false, true, false])
})

test('opening a payout account sends an email for each new link or account, and closes the exception of an account that works again or was replaced', async () => {
  const { id: credential } = await db.selectFrom('keys').select('id').where('account_id', '=', ana.id).executeTakeFirstOrThrow()
  const actor = { kind: 'key', accountId: ana.id, credential, tenant: REAL } as Person
  const eras: string[] = []
  const open = (result: { ref: string; ready: boolean; url: string | null } | Error) => {
    const openAccount = async ({ era }: { era: string }) => {
      eras.push(era)
      if (result instanceof Error) throw result
      return result
    }
    const config = { ...ctx.config, mail: { ...ctx.config.mail, kind: 'smtp' } }
    const stub = { ...inRealTime, config, payments: { ...ctx.payments, name: 'stripe', openAccount } } as unknown as Context
    return openPayoutAccount(stub, actor)
  }
  const emails = () => db.selectFrom('mails').select('id').where('kind', '=', 'payouts_opened').execute()
  const stopped = async (ref: string) =>
    db.insertInto('money_cases').values({ id: ctx.newId('mcs'), provider: 'stripe', kind: 'account_stopped', ref, account_id: ana.id, amount_cents: 0, ...dates }).execute() // prettier-ignore
  const url = 'https://stripe.test/setup'
  for (const [result, mails, isClosed] of [
    [{ ref: 'acct_1', ready: false, url }, 1, false],
    [{ ref: 'acct_1', ready: false, url }, 2, false],
    [{ ref: 'acct_1', ready: false, url: null }, 2, false],
    [{ ref: 'acct_1', ready: true, url: null }, 2, true],
    [{ ref: 'acct_2', ready: false, url: null }, 3, true],
  ] as const) {
    await db.deleteFrom('money_cases').execute()
    await stopped('acct_1')
    assert.deepEqual(await open(result), { provider: 'stripe', ready: result.ready, url: result.url })
    assert.deepEqual([(await emails()).length, (await cases()).length === 0], [mails, isClosed], JSON.stringify(result))
  }
  await db.updateTable('accounts').set({ email_verified_at: at(-5) }).where('id', '=', ana.id).execute() // prettier-ignore
  await open({ ref: 'acct_2', ready: true, url: null })
  assert.deepEqual(eras.slice(-2), ['0', String(at(-5).getTime())], 'a new email address makes the provider create a new account')
  for (const [reason, type] of [
    ['unavailable', 'unavailable'],
    ['refused', 'conflict'],
  ] as const)
    // prettier-ignore
    await assert.rejects(open(new PaymentsError(reason, 'No.')), { type, message: 'No.' })
  await assert.rejects(open(new Error('a bug')), { message: 'a bug' })
})
