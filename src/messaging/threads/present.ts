import type { Context } from '#platform/context/index.ts'
import type { Party } from '#core/party.ts'
import type { MessageRow, ThreadRow } from './queries.ts'

/** Formats a message for the API (spec: completions 8, message). The event `question.asked` contains the same record. */
export const presentMessage = (ctx: Pick<Context, 'urls'>, thread: ThreadRow, row: MessageRow) => ({
  object: 'message' as const,
  id: row.id,
  thread: row.thread_id,
  from: row.sender,
  text: row.text,
  photos: (row.photos ?? []).map(({ variants }, index) => {
    const { width, height } = variants.at(-1)!
    return { url: ctx.urls.messagePhoto(thread.id, row.id, index + 1), width, height }
  }),
  ...about(thread),
  needs_owner: row.needs_owner,
  created_at: row.created_at.toISOString(),
})

/** Formats a thread for the API (spec: completions 8, thread). `unread`: number of messages that the viewer has not read in this role. */
export const presentThread = (ctx: Pick<Context, 'urls'>, { thread, last }: { thread: ThreadRow; last: MessageRow }, party: Party) => ({
  object: 'thread' as const,
  id: thread.id,
  ...about(thread),
  unread: party === 'buyer' ? thread.buyer_unread : thread.seller_unread,
  needs_owner: thread.needs_owner,
  last_message: presentMessage(ctx, thread, last),
  updated_at: thread.updated_at.toISOString(),
})

const about = (thread: ThreadRow) => ({
  listing: thread.listing_id === null ? null : { id: thread.listing_id, title: thread.listing_title! },
  shop: { slug: thread.shop_slug, name: thread.shop_name },
  buyer: { name: thread.buyer_name },
})
