import { z } from 'zod'
import { PARTIES } from '#core/party.ts'
import { bool, integer, listOf, oneOf, paging, text, timestamp, updatedAfter } from '#platform/http/fields.ts'
import { count, id, idParams, kind, ListingRef, PersonRef, ShopRef } from '#platform/http/record-fields.ts'

const about = {
  listing: ListingRef.nullable().describe('The listing that it is about; null where it is about the shop.'),
  shop: ShopRef.describe('The shop that it is with.'),
  buyer: PersonRef.describe('The buyer that it is with.'),
}
const needsOwner = () => z.boolean().describe('Whether it waits for the owner, because the helper could not answer.')

export const MESSAGE_FROM = ['buyer', 'owner', 'agent', 'service'] as const

/** completions 8, message. */
export const Message = z
  .object({
    object: kind('message'),
    id: id('message'),
    thread: id('thread'),
    from: z.enum(MESSAGE_FROM).describe('Who wrote it: the buyer, the shop’s owner, its helper, or the service.'),
    text: z.string().describe('What was written.'),
    ...about,
    needs_owner: needsOwner(),
    created_at: timestamp('When it was written.'),
  })
  .meta({ id: 'Message' })

const thread = {
  object: kind('thread'),
  id: id('thread'),
  ...about,
  unread: count('Messages that you have not read.'),
  needs_owner: needsOwner(),
  last_message: Message.describe('The newest message.'),
  updated_at: timestamp('When something was last written.'),
}

/** completions 8, thread. */
export const Thread = z.object(thread).meta({ id: 'Thread' })
/** completions 11: with its messages, oldest first. `has_more`: there are earlier ones. */
export const ThreadDetail = z
  .object({
    ...thread,
    messages: z.array(Message).describe('Its messages, in the order of writing.'),
    has_more: z.boolean().describe('Whether there are earlier messages.'),
  })
  .meta({ id: 'ThreadDetail' })
export const ThreadList = listOf(Thread)

export const ThreadParams = idParams('thread')

export const ListThreads = z.object({
  role: oneOf(PARTIES).optional().describe('Your side. Both where it is left out.'),
  waiting: bool().optional().describe('True: only those that wait for you.'),
  updated_after: updatedAfter(),
  ...paging(),
})
export type ListThreads = z.infer<typeof ListThreads>

/** `offset` counts back from the last message. */
export const ReadThread = z.object({
  limit: integer(1, 200).default(100).describe('How many messages to answer with.'),
  offset: integer(0, 100_000).default(0).describe('How many to skip, counted back from the last message.'),
})
export type ReadThread = z.infer<typeof ReadThread>

const words = () => text(1, 2000).describe('What you write.')

export const SendMessage = z.object({ text: words() })
export type SendMessage = z.infer<typeof SendMessage>

/** Exactly one of a listing id and a shop slug. */
export const StartThread = z.object({
  listing: z.string().optional().describe('Id of the listing to ask about, or else `shop`.'),
  shop: z.string().optional().describe('Slug of the shop to write to, or else `listing`.'),
  text: words(),
})
export type StartThread = z.infer<typeof StartThread>
