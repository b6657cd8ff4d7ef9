import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { startStripe } from '#test/fakes/stripe.ts'
import { openSeller } from '#test/factories.ts'

test('an account with a pending payout cannot be closed until its payout account is ready', async (t) => {
  const stripe = await startStripe()
  t.after(() => stripe.close())
  const app = await startApp(
    t,
    {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: stripe.url,
    },
    undefined,
    'web',
  )
  const [ana, ben] = [await openSeller(app), await app.signUp('Ben')]
  const { db, now, newId } = app.service.ctx
  const [hold, at] = [newId('hld'), now()]
  const listing = { listing_id: newId('lst'), shop_id: newId('shp'), listing_title: 'Wool coat' }
  const times = { created_at: at, updated_at: at }
  await db
    .insertInto('holds')
    .values({ id: hold, ...listing, seller_id: ana.id, buyer_id: ben.id, deposit_cents: 1_000, status: 'kept', until: at, ...times })
    .execute()
  await db
    .insertInto('money_moves')
    .values({ id: newId('mov'), kind: 'payout', hold_id: hold, account_id: ana.id, amount_cents: 1_000, next_try_at: at, created_at: at })
    .execute()
  const close = () => app.call('DELETE', '/v1/accounts/me', { cookie: ana.cookie, json: { password: 'a long enough password' } })
  const refused = async () => {
    const { status, body } = await close()
    assert.deepEqual([status, body.error?.type], [409, 'conflict'])
    assert.match(body.error.message, /payout account/)
  }
  await refused()
  const account = { account_id: ana.id, provider: 'stripe', provider_ref: 'acct_of_ana', ...times } as const
  await db
    .insertInto('payout_accounts')
    .values({ ...account, ready: false })
    .execute()
  await refused()
  await db.updateTable('payout_accounts').set({ ready: true }).where('account_id', '=', ana.id).execute()
  assert.equal((await close()).status, 200)
})
