import * as blocks from '#commerce/blocks/index.ts'
import type { Context, Person, Core } from '#platform/context/index.ts'
import * as market from '#catalog/browse/index.ts'
import type { Card } from '#catalog/browse/index.ts'
import { textAndPhotos } from '#messaging/threads/rules/photos.ts'
import { readPresentedThread } from '#messaging/threads/index.ts'
import { notFound } from '#platform/errors/index.ts'
import { goTo } from '#web/framework/answer.ts'
import { ButtonLink, Empty, Time } from '#web/ui/index.ts'
import { api, call, filled, page, sendAccountPage, type PageRequest, type Outcome, type SentForm } from '#web/framework/page/index.ts'
import { openCounter } from './offer-form.tsx'
import { Talk } from './conversation.tsx'
import type { Thread, ThreadDetail } from '#web/framework/page/records.ts'

const SHOWN = 50

/** The buyer's conversations, with the open conversation next to the list. */
export const messagesPage = page({ path: '/you/messages', name: 'your messages', show: sendThreads })
export const threadPage = page({
  path: '/you/messages/:id',
  name: 'your thread',
  guests: true,
  files: true,
  form: take,
  show: send,
})

async function sendThreads(at: PageRequest): Promise<Response> {
  const { ctx, viewer } = at
  const threads = await listed(ctx, viewer)
  return sendAccountPage(at, {
    current: 'messages',
    title: 'Messages',
    children:
      threads.length === 0 ? (
        <Empty icon="chat" title="No messages yet">
          <p>Your questions appear here, with the answers from the shop or its helper.</p>
          <ButtonLink kind="dark" href="/search" label="Browse items" />
        </Empty>
      ) : (
        <div class="panes">
          <Threads ctx={ctx} threads={threads} open={null} />
          <p class="pane-hint quiet">Choose a conversation to read it.</p>
        </div>
      ),
  })
}

async function take({ ctx, c, viewer }: PageRequest, { fields: { text = '' }, files }: SentForm): Promise<Outcome> {
  const id = c.req.param('id')!
  await readAsBuyer(ctx, viewer, id)
  await call(ctx, viewer, api.sendMessage, { params: { id }, body: filled({ text }), files })
  return goTo(c, `/you/messages/${id}#last`)
}

async function send(at: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = at
  const id = c.req.param('id')!
  const { thread, readMessage } = await readAsBuyer(ctx, viewer, id)
  if (thread.unread > 0) await call(ctx, viewer, api.readThread, { params: { id } })
  const threads = await listed(ctx, viewer)
  const card: Card | undefined = thread.listing ? (await market.cardsByIds(ctx, viewer, [thread.listing.id]))[0] : undefined
  const { isBlocked } = viewer.guest ? { isBlocked: false } : await blocks.readTarget(ctx, viewer, { thread: id })
  const counter = card?.status === 'live' && !viewer.guest ? await openCounter(ctx, viewer, card.id) : null
  return sendAccountPage(at, {
    current: 'messages',
    title: 'Messages',
    children: (
      <div class="panes with-talk">
        <Threads ctx={ctx} threads={threads} open={id} />
        <Talk at={at} thread={thread} readMessage={readMessage} card={card} counter={counter} isBlocked={isBlocked} />
      </div>
    ),
  })
}

/** Reads a conversation as its buyer. Errors: 404 for everyone else. The seller reads the conversation in the seller's app. */
async function readAsBuyer(ctx: Core, viewer: Person, id: string): Promise<{ thread: ThreadDetail; readMessage: string | null }> {
  const { thread, party: side, readMessage } = await readPresentedThread(ctx, viewer, id, { limit: 200, offset: 0 })
  if (side !== 'buyer') throw notFound('thread')
  return { thread, readMessage }
}

const listed = async (ctx: Context, viewer: Person): Promise<readonly Thread[]> =>
  (await call(ctx, viewer, api.listThreads, { query: { role: 'buyer', limit: String(SHOWN) } })).data

type ThreadsProps = { ctx: Context; threads: readonly Thread[]; open: string | null }

const Threads = ({ ctx, threads, open }: ThreadsProps) => (
  <nav class="threads" aria-label="Conversations" id="threads" data-live="thread">
    <ul role="list">
      {threads.map(({ id, shop, listing, unread, last_message: last, updated_at }) => (
        <li>
          <a href={`/you/messages/${id}`} aria-current={id === open ? 'page' : undefined}>
            <span class="who">
              <strong>{shop.name}</strong>
              {unread > 0 && id !== open ? <span class="count">{unread} new</span> : null}
            </span>
            <span class="about">{listing?.title ?? 'The shop'}</span>
            <span class="last">{textAndPhotos(last.text, last.photos.length)}</span>
            <span class="small quiet">
              <Time at={updated_at} now={ctx.now()} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
