import type { Context, Person, Tx } from '#platform/context/index.ts'
import { clipAtWord, oneLine } from '#core/text.ts'
import { requireStanding } from '#identity/credentials/index.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import { chosenAddress } from '#platform/egress/pinned-address.ts'
import { ApiError, conflict, invalid } from '#platform/errors/index.ts'
import { enqueueOnce } from '#platform/jobs/index.ts'
import { areBrowserKeys, makePushKeys, type PushKeys } from '#platform/web-push/index.ts'
import * as queries from './queries.ts'
import type { SubscribedBrowser } from './queries.ts'
import type { Subscribe } from './schema.ts'

export type { SubscribedBrowser } from './queries.ts'

/** Browsers of one account that are told; a new one ends the oldest. */
export const MOST_BROWSERS = 10
/** For one browser. What comes beyond is told by mail and on the pages. */
const MOST_AN_HOUR = 30
const MOST_CHARS = 300

/** The service's own keys, made when first asked for, the same for all processes. */
export async function pushKeys(ctx: Context): Promise<PushKeys> {
  const known = await queries.findKeys(ctx.db)
  if (known) return known
  await queries.keepKeys(ctx.db, await makePushKeys())
  return (await queries.findKeys(ctx.db))!
}

/** The browsers of the account that are told, the session's own marked. */
export const listBrowsers = (ctx: Context, actor: Person): Promise<SubscribedBrowser[]> =>
  queries.subscribedBrowsers(ctx.db, actor.accountId, sha256(actor.sessionToken!))

/**
 * From now on this browser is told of what costs money to be late for, until its session ends. Errors: 400 for what is no
 * subscription, 409 for one that is another browser's.
 */
export async function subscribe(tx: Tx, actor: Person, { endpoint, p256dh, auth }: Subscribe): Promise<void> {
  chosenAddress(tx, endpoint, 'endpoint')
  if (!areBrowserKeys(p256dh, auth)) throw invalid('p256dh', 'p256dh and auth must be the keys of a push subscription.')
  await requireStanding(tx, actor)
  const sessionId = await queries.findSessionId(tx.db, sha256(actor.sessionToken!))
  if (!sessionId) throw new ApiError('authentication', 'You were signed out meanwhile. Sign in again.')
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
  if (!(await queries.insertSubscription(tx.db, row))) throw conflict('This subscription is in use already.', 'endpoint')
  await queries.dropOldest(tx.db, actor.accountId, MOST_BROWSERS)
}

/** Nothing more goes to that browser. Done already is done. */
export const unsubscribe = (tx: Tx, actor: Person, id: string): Promise<void> => queries.deleteSubscription(tx.db, actor.accountId, id)

export type PushNotice = { accountId: string; about: string; subject: string; lines: readonly string[]; link: string }

/**
 * Queues a notice for each browser of the account, in the transaction of the caller. It says what we say in the mail of the
 * same notice; what others wrote there stays there.
 */
export async function queuePushes(tx: Tx, { accountId, about, subject, lines, link }: PushNotice): Promise<void> {
  const { pathname, search } = new URL(link)
  const push = {
    event_id: about,
    title: clipped(subject),
    body: clipped(lines.filter((line) => !line.startsWith('>')).join(' ')),
    path: `${pathname}${search}`,
    at: tx.now(),
  }
  const ids = await queries.insertPushes(tx.db, accountId, () => tx.newId('psh'), push, MOST_AN_HOUR)
  for (const id of ids) await enqueueOnce(tx, 'send_push', { id }, `push ${id}`)
}

const clipped = (text: string): string => clipAtWord(oneLine(text), MOST_CHARS)
