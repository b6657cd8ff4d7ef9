import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction, type Tx } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import { exportsSince, lockQuota, mostOf, overQuota, quotaText, readUse, requireFreeQuota, requireQuota, type QuotaName } from './index.ts'

const LIMITS = { QUOTA_SHOPS: '3', QUOTA_KEYS: '4', QUOTA_LISTINGS: '5', QUOTA_MEDIA_GB: '0.3', QUOTA_EXPORTS: '2' }
const app = await startApp({ after }, LIMITS, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const ana = await app.signUp('Ana')
await app.signUp('Bo')
const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(ctx, work)

/** The limit of each quota that `account_use` counts, and the column with the count. */
const COUNTED = {
  shops: ['shops', 3],
  keys: ['keys', 4],
  listings: ['listings', 5],
  media: ['media_bytes', 322_122_547],
  likes: ['likes', 10_000],
  follows: ['follows', 2_000],
  blocks: ['blocks', 1_000],
} as const

const use = (column: string, count: number) =>
  db.updateTable('account_use').set({ [column]: count }).where('account_id', '=', ana.id).execute() // prettier-ignore
/** Returns how many more records are allowed, and whether the checks before and after an insert pass. */
const checks = async (name: QuotaName) => [
  await inTx((tx) => lockQuota(tx, ana.id, name)),
  await requireFreeQuota(ctx, ana.id, name).then(
    () => true,
    () => false,
  ),
  await inTx((tx) => requireQuota(tx, ana.id, name)).then(
    () => true,
    () => false,
  ),
]

test('each quota allows exactly its number of records, and a number above it leaves room for none', async () => {
  for (const [name, [column, most]] of Object.entries(COUNTED) as [QuotaName, (typeof COUNTED)[keyof typeof COUNTED]][]) {
    assert.equal(mostOf(ctx, name), most, name)
    const { [column]: before } = await readUse(ctx, ana.id)
    for (const [count, expected] of [
      [most - 1, [1, true, true]],
      [most, [0, false, true]],
      [most + 1, [0, false, false]],
    ] as const) {
      // prettier-ignore
      await use(column, count)
      assert.deepEqual(await checks(name), expected, `${count} ${name}`)
    }
    await use(column, before)
  }
})

test('the quota of exports counts the exports of the last 24 hours, and the quota of addresses counts all addresses', async () => {
  const now = ctx.now()
  assert.equal(now.getTime() - exportsSince({ ...ctx, now: () => now }).getTime(), 86_400_000)
  const at = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const export_ = { account_id: ana.id, status: 'failed', expires_at: now } as const
  const rows = [25, 23, 1].map((hours) => ({ id: ctx.newId('exp'), ...export_, created_at: at(hours) }))
  await db.insertInto('exports').values(rows).execute()
  assert.deepEqual([(await readUse(ctx, ana.id)).exports_today, await checks('exports')], [2, [0, false, true]])
  assert.deepEqual([mostOf(ctx, 'addresses'), await checks('addresses')], [20, [20, true, true]])
})

test('the limits are listed as text', () => {
  assert.deepEqual(Object.fromEntries(quotaText(ctx).map(({ name, most }) => [name, most])), {
    shops: '3 shops',
    keys: '4 active keys',
    listings: '5 listings',
    media: '307.2 MB of pictures and videos',
    exports: '2 exports in 24 hours',
    likes: '10,000 likes',
    follows: '2,000 shops that you follow',
    addresses: '20 addresses',
    blocks: '1,000 blocked people',
  })
})

test('the error names the quota and says how to make room', () => {
  const { type, code, message } = overQuota(ctx, 'follows')
  assert.deepEqual([type, code], ['conflict', 'quota'])
  assert.match(message, /^Quota "follows": an account can have 2,000 shops that you follow\. Unfollow some, or ask the operator/)
})

test('the account shows the used gigabytes with three decimals', async () => {
  await use('media_bytes', 12_345_678)
  const { quotas } = (await app.call('GET', '/v1/me', { key: ana.key })).body
  assert.deepEqual([quotas.media_gb, quotas.shops], [{ used: 0.011, limit: 0.3 }, { used: 0, limit: 3 }]) // prettier-ignore
})
