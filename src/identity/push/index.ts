import type { Person, Tx, Core } from '#platform/context/index.ts'
import { requireActiveCredential } from '#identity/credentials/index.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import { chosenAddress } from '#platform/egress/pinned-address.ts'
import { ApiError, conflict, invalid } from '#platform/errors/index.ts'
import { areBrowserKeys } from '#platform/web-push/index.ts'
import * as queries from './queries.ts'
import type { SubscribedBrowser } from './queries.ts'
import type { Subscribe } from './schema.ts'

export type { SubscribedBrowser } from './queries.ts'
export { Subscribe } from './schema.ts'

/**
 * Maximum number of browsers per account that are subscribed to push notifications. Above this number, a new browser replaces the oldest
 * browser.
 */
export const MOST_BROWSERS = 10
/** Lists the browsers that are subscribed to push notifications, and marks the browser of the current session. */
export const listBrowsers = (ctx: Core, actor: Person): Promise<SubscribedBrowser[]> =>
  queries.subscribedBrowsers(ctx.db, actor.accountId, sha256(actor.sessionToken!))

/**
 * Subscribes a browser to push notifications until its session ends. Errors: 400 for an invalid subscription, 409 if the subscription
 * belongs to a different browser.
 */
export async function subscribe(tx: Tx, actor: Person, { endpoint, p256dh, auth }: Subscribe): Promise<void> {
  chosenAddress(tx, endpoint, 'endpoint')
  if (!areBrowserKeys(p256dh, auth)) throw invalid('p256dh', 'p256dh and auth must be the keys of a push subscription.')
  await requireActiveCredential(tx, actor)
  const sessionId = await queries.findSessionId(tx.db, sha256(actor.sessionToken!))
  if (!sessionId) throw new ApiError('authentication', 'You were signed out. Sign in again.')
  const row = {
    id: tx.newId('psh'),
    session_id: sessionId,
    account_id: actor.accountId,
    endpoint,
    p256dh,
    auth,
    given_up: 0,
    created_at: tx.now(),
  }
  await queries.dropReplaced(tx.db, row)
  if (!(await queries.insertSubscription(tx.db, row))) throw conflict('This subscription is already in use.', 'endpoint')
  await queries.dropOldest(tx.db, actor.accountId, MOST_BROWSERS)
}

/** Unsubscribes a browser from push notifications. Idempotent. */
export const unsubscribe = (tx: Tx, actor: Person, id: string): Promise<void> => queries.deleteSubscription(tx.db, actor.accountId, id)
