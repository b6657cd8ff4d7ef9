import type { Context, Tx } from '#platform/context/index.ts'
import { clipAtWord, oneLine } from '#core/text.ts'
import { enqueueOnce } from '#platform/jobs/index.ts'
import { makePushKeys, type PushKeys } from '#platform/web-push/index.ts'
import * as queries from './queries.ts'

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
