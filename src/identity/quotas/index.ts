import type { Context, Tx, Core } from '#platform/context/index.ts'
import { counted, sizeText } from '#core/format/count.ts'
import { ApiError } from '#platform/errors/index.ts'
import * as queries from './queries.ts'
import type { Use } from './queries.ts'

export type { Use } from './queries.ts'

const DAY_MS = 86_400_000
const GB = 2 ** 30
/** Limits on small records, far above normal use. */
const MOST_LIKES = 10_000
const MOST_FOLLOWS = 2_000
export const MOST_ADDRESSES = 20
const MOST_BLOCKS = 1_000

type Quota = { used: (use: Use) => number; most: (ctx: Context) => number; has: (most: number) => string; advice: string }

const QUOTAS = {
  shops: { used: (use) => use.shops, most: (ctx) => ctx.config.quotas.shops, has: (n) => counted(n, 'shop'), advice: 'Delete one' },
  keys: {
    used: (use) => use.keys,
    most: (ctx) => ctx.config.quotas.keys,
    has: (n) => counted(n, 'active key', 'active keys'),
    advice: 'Revoke one',
  },
  listings: {
    used: (use) => use.listings,
    most: (ctx) => ctx.config.quotas.listings,
    has: (n) => counted(n, 'listing'),
    advice: 'Delete some',
  },
  media: {
    used: (use) => use.media_bytes,
    most: (ctx) => Math.floor(ctx.config.quotas.mediaGigabytes * GB),
    has: (n) => `${sizeText(n)} of pictures and videos`,
    advice: 'Delete some',
  },
  exports: {
    used: (use) => use.exports_today,
    most: (ctx) => ctx.config.quotas.exportsADay,
    has: (n) => `${counted(n, 'export')} in 24 hours`,
    advice: 'Wait',
  },
  likes: { used: (use) => use.likes, most: () => MOST_LIKES, has: (n) => counted(n, 'like'), advice: 'Delete some' },
  follows: {
    used: (use) => use.follows,
    most: () => MOST_FOLLOWS,
    has: (n) => counted(n, 'shop that you follow', 'shops that you follow'),
    advice: 'Unfollow some',
  },
  addresses: {
    used: (use) => use.addresses,
    most: () => MOST_ADDRESSES,
    has: (n) => counted(n, 'address', 'addresses'),
    advice: 'Delete one',
  },
  blocks: {
    used: (use) => use.blocks,
    most: () => MOST_BLOCKS,
    has: (n) => counted(n, 'blocked person', 'blocked people'),
    advice: 'Unblock some',
  },
} as const satisfies Record<string, Quota>

export type QuotaName = keyof typeof QUOTAS

/** Returns all limits on an account as formatted text. */
export const quotaText = (ctx: Context): { name: QuotaName; most: string }[] =>
  (Object.keys(QUOTAS) as QuotaName[]).map((name) => ({ name, most: QUOTAS[name].has(QUOTAS[name].most(ctx)) }))

/**
 * Checks a quota after the insert, in the same transaction. The limit is exact, because concurrent inserts wait for each other. Errors: 409
 * with the code `quota` and a message that names the quota.
 */
export async function requireQuota(tx: Tx, accountId: string, name: QuotaName): Promise<void> {
  if (await excess(tx, accountId, name, 0)) throw overQuota(tx, name)
}

/**
 * Checks that the quota has room for at least one more record. Takes no lock, so it is suitable before slow work. Errors: those of
 * `requireQuota`.
 */
export async function requireFreeQuota(ctx: Context, accountId: string, name: QuotaName): Promise<void> {
  if (await excess(ctx, accountId, name, 1)) throw overQuota(ctx, name)
}

/** Returns how many more records the account may create. Blocks other inserts that count toward the quota until the transaction ends. */
export async function lockQuota(tx: Tx, accountId: string, name: QuotaName): Promise<number> {
  await queries.lockUse(tx.db, accountId)
  const { used, most } = QUOTAS[name]
  return Math.max(0, most(tx) - used(await readUse(tx, accountId)))
}

/** Returns the limit for a quota, for statements that check the count and insert in one step. */
export const mostOf = (ctx: Context, name: QuotaName): number => QUOTAS[name].most(ctx)

/** Returns an account's current usage. */
export const readUse = (ctx: Core, accountId: string): Promise<Use> => queries.findUse(ctx.db, accountId, exportsSince(ctx))

/** Returns the start of the period to which the export quota applies. */
export const exportsSince = (ctx: Core): Date => new Date(ctx.now().getTime() - DAY_MS)

/** Returns a 409 error that names the exceeded quota and says what to do. */
export function overQuota(ctx: Context, name: QuotaName): ApiError {
  const { most, has, advice }: Quota = QUOTAS[name]
  return new ApiError(
    'conflict',
    `Quota "${name}": an account can have ${has(most(ctx))}. ${advice}, or ask the operator of this server for more.`,
    { code: 'quota' },
  )
}

async function excess(ctx: Context, accountId: string, name: QuotaName, more: number): Promise<boolean> {
  const { used, most } = QUOTAS[name]
  return used(await readUse(ctx, accountId)) + more > most(ctx)
}
