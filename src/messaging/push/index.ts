import type { Tx, Core } from '#platform/context/index.ts'
import { clipAtWord, oneLine } from '#core/text.ts'
import { enqueueOnce } from '#platform/jobs/index.ts'
import { makePushKeys, type PushKeys } from '#platform/web-push/index.ts'
import * as queries from './queries.ts'

/** Maximum number of pushes per browser and hour. Users learn of further events only from emails and pages. */
const MOST_AN_HOUR = 30
const MOST_CHARS = 300

/** Returns the service's push keys, which all processes share. Creates them on first use. */
export async function pushKeys(ctx: Core): Promise<PushKeys> {
  const known = await queries.findKeys(ctx.db)
  if (known) return known
  await queries.insertKeys(ctx.db, await makePushKeys())
  return (await queries.findKeys(ctx.db))!
}

export type PushNotice = { accountId: string; about: string; subject: string; lines: readonly string[]; link: string }

/**
 * In the caller's transaction, queues a push for each of the account's browsers. The push contains the text of the corresponding email,
 * without quotations from users.
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
