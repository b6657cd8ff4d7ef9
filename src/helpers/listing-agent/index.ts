import type { Context, Person, Core } from '#platform/context/index.ts'
import { streamChat } from '#helpers/state/chat.ts'
import { storeRun } from '#helpers/state/runs.ts'
import { readListing } from '#catalog/listings/index.ts'
import type { ListingRow } from '#catalog/listings/queries.ts'
import { ApiError } from '#platform/errors/index.ts'
import { ProviderError } from '#platform/providers/error.ts'
import { describeChanges } from './changes.ts'
import { instructionsFor, messagesFor, PROMPT_VERSION, shownOf } from './prompt.ts'
import * as queries from './queries.ts'
import type { ChatRow } from './queries.ts'
import { collectReply } from './reply.ts'
import type { Change } from './schema.ts'
import { toolsFor } from './tools.ts'

/** Maximum number of steps (model calls) in a reply (spec: interface, helper 6). */
const MAX_STEPS = 5
const TIMEOUT_MS = 50_000
const HISTORY = 20
/** Maximum number of stored messages per listing. A new message replaces the oldest. */
export const MAX_MESSAGES = 200

/** `done` is always the last event, unless the client disconnects first. */
export type ChatEvent =
  | { event: 'text'; text: string }
  | { event: 'change'; change: Change }
  | { event: 'done'; message: ChatRow | null; error: string | null }

/**
 * Sends a message to the helper and streams its reply. Stores the message immediately, and the reply once it is complete, even if the
 * client has disconnected. Changes that were made before a failure are not undone. Errors: 404; 503 without a model. If an error occurs
 * after the reply has started, the `done` event contains the error.
 */
export async function sendChat(
  ctx: Context,
  actor: Person,
  listingId: string,
  message: string,
  gone: AbortSignal,
): Promise<AsyncGenerator<ChatEvent, void, undefined>> {
  const listing = await readListing(ctx, actor, listingId)
  if (!ctx.providers.model) throw new ApiError('unavailable', 'The chat needs a model, and this server has no model key (MODEL_PROVIDER).')
  await insertMessage(ctx, listing, 'seller', message, [])
  return reply(ctx, actor, listing, gone)
}

/** Returns one page of the chat, newest message first, and the total number of messages. Errors: 404. */
export async function listChat(ctx: Core, actor: Person, listingId: string, page: { limit: number; offset: number }) {
  const { id } = await readListing(ctx, actor, listingId)
  return queries.pageOfChat(ctx.db, id, page)
}

async function* reply(ctx: Context, actor: Person, listing: ListingRow, gone: AbortSignal): AsyncGenerator<ChatEvent, void, undefined> {
  const startedAt = ctx.now()
  const over = new AbortController()
  const ended = AbortSignal.any([gone, over.signal, AbortSignal.timeout(TIMEOUT_MS)])
  const log: Change[] = []
  const tools = runningTools(toolsFor(ctx, { actor, listingId: listing.id, ended, log }))
  const shown = shownOf(listing)
  const stream = collectReply()
  let error: string | null = null
  let closing = ''
  let message: ChatRow | null = null
  let sent = 0
  try {
    const messages = messagesFor((await queries.pageOfChat(ctx.db, listing.id, { limit: HISTORY, offset: 0 })).rows)
    const parts = streamChat(
      ctx,
      { accountId: actor.accountId, helper: 'listing_agent', timeoutMs: TIMEOUT_MS, signal: ended },
      { instructions: instructionsFor(shown), messages, tools: tools.list, maxSteps: MAX_STEPS },
    )
    for await (const part of parts) {
      while (sent < log.length) yield { event: 'change', change: log[sent++]! }
      const chunk = stream.take(part)
      if (chunk !== '') yield { event: 'text', text: chunk }
    }
  } catch (failure) {
    error = failure instanceof ProviderError ? failure.message : 'Something went wrong. The changes made before the error are listed.'
    if (!(failure instanceof ProviderError)) ctx.log.error({ err: failure }, 'a listing agent reply failed')
  } finally {
    // runs even after a disconnect: stops all tools, and stores the changes that they made
    over.abort()
    await tools.settled()
    if (stream.text() === '' && (error === null || log.length > 0)) closing = describeChanges(log)
    const text = stream.text() || closing
    if (text !== '') message = await insertMessage(ctx, listing, 'agent', text, log)
    await storeRun(ctx, {
      accountId: actor.accountId,
      helper: 'listing_agent',
      subject: listing.id,
      promptVersion: PROMPT_VERSION,
      model: ctx.providers.model!.name,
      // stores neither the chat messages nor the new minimum price
      snapshot: { shown },
      decision: error !== null ? 'failed' : log.length > 0 ? 'changed' : 'answered',
      detail: { error, changed: log.map(({ tool, key }) => ({ tool, key })) },
      used: stream.used,
      startedAt,
    })
  }
  while (sent < log.length) yield { event: 'change', change: log[sent++]! }
  if (closing !== '') yield { event: 'text', text: closing }
  yield { event: 'done', message, error }
}

async function insertMessage(
  ctx: Core,
  listing: ListingRow,
  role: ChatRow['role'],
  text: string,
  changes: Change[],
): Promise<ChatRow | null> {
  const row = { id: ctx.newId('cht'), listing_id: listing.id, role, text, changes, created_at: ctx.now() }
  if (!(await queries.insertChat(ctx.db, row))) return null
  await queries.deleteOlderChat(ctx.db, listing.id, MAX_MESSAGES)
  return row
}

/** Tracks running tools. The reply is stored only after all tools have finished, so that it is complete. */
function runningTools(tools: ReturnType<typeof toolsFor>) {
  const running: Promise<unknown>[] = []
  const watched = (run: (input: unknown) => Promise<unknown>) => (input: unknown) => {
    const done = run(input)
    running.push(done.catch(() => {}))
    return done
  }
  return {
    list: tools.map((tool) => ({ ...tool, run: watched(tool.run) })),
    settled: () => Promise.all(running),
  }
}
