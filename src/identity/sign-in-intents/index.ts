import type { Context, Core } from '#platform/context/index.ts'
import { randomToken } from '#core/secrets.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import { invalid } from '#platform/errors/index.ts'
import { INTENT_LIFE_MS, MOST_BACK_CHARS, MOST_PATH_CHARS } from './rules.ts'
import * as queries from './queries.ts'

export { INTENT_LIFE_MS, signedInAfter } from './rules.ts'

/** An action that an anonymous user started. The service completes it after the user has signed in (decision 44). */
export type SignInIntent = {
  path: string
  /** Full URL on this site to return to after a like or a follow, or null. */
  back: string | null
  /** Submitted form fields, or null if the user only wants to return to the page. */
  fields: Readonly<Record<string, string>> | null
  createdAt: Date
}

/**
 * Stores an action. Returns the secret for a cookie in the browser that started the action. The rate limit counts actions per IP address
 * (`address`). Errors: 400 if the URL is too long; 429.
 */
export async function storeIntent(ctx: Context, address: string, intent: Omit<SignInIntent, 'createdAt'>): Promise<string> {
  if (intent.path.length > MOST_PATH_CHARS || (intent.back ?? '').length > MOST_BACK_CHARS)
    throw invalid('return', 'The URL to return to is too long.')
  await ctx.rateLimits.take(ctx, 'sign-in intent', address)
  const token = randomToken(ctx)
  const now = ctx.now()
  await queries.insertIntent(ctx.db, {
    ...intent,
    fields: intent.fields && { ...intent.fields },
    token_hash: sha256(token),
    created_at: now,
    expires_at: new Date(now.getTime() + INTENT_LIFE_MS),
  })
  return token
}

/** Returns the action that this browser started, or null. Does not consume the action, unlike `takeIntent`. */
export async function readIntent(ctx: Core, token: string | null): Promise<SignInIntent | null> {
  return token === null ? null : intentOf(await queries.findIntent(ctx.db, sha256(token), ctx.now()))
}

/** Returns the action that the browser started, if the page at `path` can complete it. Consumes the action, so later calls return null. */
export async function takeIntent(ctx: Core, token: string | null, path: string): Promise<SignInIntent | null> {
  return token === null ? null : intentOf(await queries.takeIntent(ctx.db, { tokenHash: sha256(token), path, now: ctx.now() }))
}

export const deleteExpiredIntents = (ctx: Core): Promise<void> => queries.deleteExpiredIntents(ctx.db, ctx.now())

const intentOf = (row: queries.IntentRow | undefined): SignInIntent | null =>
  row === undefined ? null : { path: row.path, back: row.back, fields: row.fields, createdAt: row.created_at }
