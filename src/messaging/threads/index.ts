import type { Context, Person, Tx, Core } from '#platform/context/index.ts'
import { quoteName, quoteText } from '#core/quoted-name.ts'
import type { Party } from '#core/party.ts'
import type { PreparedPhoto } from '#catalog/photos/rules/photo.ts'
import { lastRead } from '#messaging/threads/rules/read-mark.ts'
import type { Prepared } from '#platform/http/endpoint.ts'
import type { Upload } from '#platform/http/upload.ts'
import { notFound } from '#platform/errors/index.ts'
import { ifIdOf } from '#platform/context/ids.ts'
import { presentMessage, presentThread } from './present.ts'
import { unavailable } from '#messaging/blocks/index.ts'
import { append, messageEvent, type Written } from './append.ts'
import { closed, photosOf, requireContent, takeMessagePhotos, withPhotos } from './photos.ts'
import * as queries from './queries.ts'
import type { MessageRow, ThreadRow } from './queries.ts'
import { isSilenced, requireParty, partyInThread, partiesOf } from './rights.ts'
import type { ListThreads, ReadThread, SendMessage } from './schema.ts'

export { quietAbout, replyAsAgent, postToBuyer } from './post.ts'
export type { Written } from './append.ts'
export { openMessagePhoto, requireContent } from './photos.ts'
export { MESSAGE_FROM, Message } from './schema.ts'

type SeenThread = { thread: ThreadRow; last: MessageRow; party: Party }

/**
 * Lists the threads of an account in `role`, latest activity first (spec: completions 8). Without `role`, lists the threads in all roles
 * that the key may read. `waiting` selects only threads that are unread or that the agent forwarded to the owner. Errors: 403.
 */
export async function listThreads(ctx: Core, actor: Person, { role, waiting = false, updated_after, limit, offset }: ListThreads) {
  if (role) requireParty(actor, role)
  const parties = role ? [role] : partiesOf(actor)
  const { rows: threads, total } = await queries.listThreads(
    ctx.db,
    { accountId: actor.accountId, parties, waiting, updatedAfter: updated_after },
    { limit, offset },
  )
  const last = await queries.lastMessages(
    ctx.db,
    threads.map(({ id }) => id),
  )
  return { rows: threads.map((thread): SeenThread => ({ thread, last: last.get(thread.id)!, party: partyInThread(thread, actor) })), total }
}

/**
 * Returns a thread with its newest messages and the actor's role. `readMessage`: id of the actor's last message that the other party has
 * read, or null. Does not mark the thread as read. Errors: 403, 404.
 */
export async function readPresentedThread(ctx: Core, actor: Person, id: string, { limit, offset }: ReadThread) {
  const own = await readOwnThread(ctx, actor, id)
  const rows = await queries.listMessages(ctx.db, own.thread.id, { limit: limit + 1, offset })
  // the first page ends with the newest message
  const seen = offset === 0 ? withLast(own, rows.at(-1)) : await withLastRead(ctx, own)
  const messages = rows.slice(-limit).map((row) => presentMessage(ctx, seen.thread, row))
  const thread = { ...presentThread(ctx, seen, seen.party), messages, has_more: rows.length > limit }
  return {
    thread,
    party: seen.party,
    readMessage: lastRead(messages, seen.party, seen.party === 'buyer' ? seen.thread.seller_unread : seen.thread.buyer_unread),
  }
}

/**
 * In the actor's role, adds a message to a thread and marks the thread as read (spec: completions 8). The owner's message also clears
 * `needs_owner` (spec: completions 11, `needs_owner`). Errors: 403; 404; 409 if the other account is closed; 409 `unavailable` after a
 * block; 429 after 60 messages in an hour.
 */
export async function sendMessage(
  tx: Tx,
  actor: Person,
  id: string,
  { text }: SendMessage,
  photos: readonly PreparedPhoto[] = [],
): Promise<Written> {
  // stores the photos before the thread is locked, because threads are last in the lock order
  await tx.hooks.storePhotos(tx, actor.accountId, photos)
  const thread = await lockOwn(tx, actor, id)
  await tx.rateLimits.take(tx, 'message', actor.accountId)
  return write(tx, thread, partyInThread(thread, actor), text, photos)
}

/** Stores a message's photos before the transaction starts. Errors: 403, 404, and the errors of `takeMessagePhotos`. */
export async function prepareMessage(
  ctx: Context,
  actor: Person,
  id: string,
  input: SendMessage,
  files: readonly Upload[],
): Promise<Prepared<PreparedPhoto[]>> {
  const readRecipient = async () => {
    const { thread, party } = await readOwnThread(ctx, actor, id)
    return party === 'buyer' ? thread.seller_id : thread.buyer_id
  }
  return { value: await takeMessagePhotos(ctx, actor, readRecipient, input, files) }
}

/** Returns the summary of a message for its approval. Errors: 403, 404. */
export async function sendingSummary(ctx: Core, actor: Person, id: string, input: SendMessage): Promise<string> {
  requireContent(input)
  const { thread, party } = await seenThread(ctx, actor, id)
  return `Write to ${quoteName(party === 'seller' ? thread.buyer_name : thread.shop_name)}: ${quoteText(input.text)}${withPhotos(input)}`
}

/** Marks a thread as read in the actor's role. Idempotent. Errors: 403, 404. */
export async function markRead(tx: Tx, actor: Person, id: string): Promise<SeenThread> {
  const thread = await lockOwn(tx, actor, id)
  const party = partyInThread(thread, actor)
  await queries.markThread(tx.db, id, party === 'buyer' ? { buyer_unread: 0 } : { seller_unread: 0 })
  return seenThread(tx, actor, id)
}

/** Appends one party's message, with stored photos, to a locked thread. Notifies the other party. */
export async function write(tx: Tx, thread: ThreadRow, party: Party, text: string, photos: readonly PreparedPhoto[]): Promise<Written> {
  // a separate statement after the lock, so that it detects an account that was closed while this transaction waited
  if (await queries.isClosed(tx.db, party === 'buyer' ? thread.seller_id : thread.buyer_id)) throw closed()
  if (await isSilenced(tx, thread)) throw unavailable()
  const from = party === 'buyer' ? 'buyer' : 'owner'
  const marks = party === 'buyer' ? { buyer_unread: 0 } : { seller_unread: 0, needs_owner: false }
  return append(tx, thread, { from, text, photos: photosOf(photos) }, { marks, events: (written) => [messageEvent(tx, written)] })
}

/** Returns a thread and the actor's role in it. Errors: 403, 404. */
export async function readOwnThread(ctx: Core, actor: Person, id: string): Promise<OwnThread> {
  const thread = await ifIdOf('thr', id, () => queries.findThread(ctx.db, id))
  return { party: partyInThread(thread, actor), thread: thread! }
}

async function seenThread(ctx: Core, actor: Person, id: string): Promise<SeenThread> {
  return withLastRead(ctx, await readOwnThread(ctx, actor, id))
}

type OwnThread = Omit<SeenThread, 'last'>

const withLastRead = async (ctx: Core, own: OwnThread): Promise<SeenThread> =>
  withLast(own, (await queries.lastMessages(ctx.db, [own.thread.id])).get(own.thread.id))

function withLast(own: OwnThread, last: MessageRow | undefined): SeenThread {
  if (!last) throw notFound('thread')
  return { ...own, last }
}

async function lockOwn(tx: Tx, actor: Person, id: string): Promise<ThreadRow> {
  // checks the actor's role before locking, so that accounts outside the conversation never wait for the lock
  partyInThread(await ifIdOf('thr', id, () => queries.findThread(tx.db, id)), actor)
  const thread = await queries.lockThread(tx.db, id)
  if (!thread) throw notFound('thread')
  return thread
}
