import { inTransaction, type Context, type Person } from '#platform/context.ts'
import * as market from '#market/browse/index.ts'
import type { Card } from '#market/browse/index.ts'
import { SendMessage } from '#people/messages/schema.ts'
import * as messages from '#people/messages/index.ts'
import { notFound } from '#platform/errors.ts'
import { validate } from '#platform/http/validate.ts'
import { goTo, type Call } from '#web/answer.ts'
import { Empty } from '#web/components/badge.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import { Time } from '#web/components/time.tsx'
import { sendYours } from './frame.tsx'
import type { Shown, Taken } from './mount.ts'
import { filled, problemOf, type Problem } from './problem.ts'
import { Talk } from './talk.tsx'

const SHOWN = 50

/** The conversations one began, and the one that is open beside them. */
export const sendMessages =
  (ctx: Context): Shown =>
  async (c, viewer) => {
    const threads = await listed(ctx, viewer)
    return sendYours(
      ctx,
      c,
      viewer,
      { current: 'messages', title: 'Messages' },
      threads.length === 0 ? (
        <Empty icon="chat" title="No questions yet">
          <p>Questions you ask appear here, with what the shop or its helper answers.</p>
          <ButtonLink kind="dark" href="/search">
            Look around
          </ButtonLink>
        </Empty>
      ) : (
        <div class="panes">
          <Threads ctx={ctx} threads={threads} open={null} />
          <p class="pane-hint quiet">Choose a conversation to read it.</p>
        </div>
      ),
    )
  }

export const sendThread =
  (ctx: Context): Shown =>
  (c, viewer) =>
    send(ctx, c, viewer, c.req.param('id')!, c.req.query('text') ?? '')

export const takeThread =
  (ctx: Context): Taken =>
  async (c, viewer, fields) => {
    const id = c.req.param('id')!
    try {
      const input = validate(SendMessage, filled(fields))
      await inTransaction(ctx, async (tx) => {
        await readAsBuyer(tx, viewer, id)
        await messages.sendMessage(tx, viewer, id, input)
      })
      return goTo(c, `/you/messages/${id}#last`)
    } catch (error) {
      return send(ctx, c, viewer, id, fields['text'] ?? '', problemOf(error))
    }
  }

async function send(ctx: Context, c: Call, viewer: Person, id: string, typed: string, problem?: Problem): Promise<Response> {
  const seen = await readAsBuyer(ctx, viewer, id)
  if (seen.thread.buyer_unread > 0) await inTransaction(ctx, (tx) => messages.markRead(tx, viewer, id))
  const threads = await listed(ctx, viewer)
  const { listing_id } = seen.thread
  const card: Card | undefined = listing_id === null ? undefined : (await market.cardsByIds(ctx, viewer, [listing_id]))[0]
  return sendYours(
    ctx,
    c,
    viewer,
    { current: 'messages', title: 'Messages' },
    <div class="panes with-talk">
      <Threads ctx={ctx} threads={threads} open={id} />
      <Talk ctx={ctx} viewer={viewer} seen={seen} card={card} typed={typed} problem={problem} />
    </div>,
    problem?.status ?? 200,
  )
}

/** A thread that one began. What one sells is talked about in the seller's app. Errors: 404. */
async function readAsBuyer(ctx: Context, viewer: Person, id: string) {
  const seen = await messages.readThread(ctx, viewer, id, { limit: 200, offset: 0 })
  if (seen.side !== 'buyer') throw notFound('thread')
  return seen
}

const listed = async (ctx: Context, viewer: Person) =>
  (await messages.listThreads(ctx, viewer, { role: 'buyer', limit: SHOWN, offset: 0 })).threads

type ThreadsProps = { ctx: Context; threads: readonly messages.SeenThread[]; open: string | null }

const Threads = ({ ctx, threads, open }: ThreadsProps) => (
  <nav class="threads" aria-label="Conversations" id="threads" data-live="thread">
    <ul role="list">
      {threads.map(({ thread, last }) => (
        <li>
          <a href={`/you/messages/${thread.id}`} aria-current={thread.id === open ? 'page' : undefined}>
            <span class="who">
              <strong>{thread.shop_name}</strong>
              {thread.buyer_unread > 0 && thread.id !== open ? <span class="count">{thread.buyer_unread} new</span> : null}
            </span>
            <span class="about">{thread.listing_title ?? 'The shop'}</span>
            <span class="last">{last.text}</span>
            <span class="small quiet">
              <Time at={thread.updated_at} now={ctx.now()} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
