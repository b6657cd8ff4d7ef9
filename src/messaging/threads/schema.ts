import { z } from 'zod'
import { MAX_MESSAGE_PHOTOS, PHOTO_SIZES } from '#messaging/threads/rules/photos.ts'
import { PARTIES } from '#core/party.ts'
import { bool, integer, listOf, oneOf, paging, text, timestamp, updatedAfter } from '#platform/http/fields.ts'
import { count, id, idParams, kind, link, ListingRef, PersonRef, ShopRef } from '#platform/http/record-fields.ts'

const about = {
  listing: ListingRef.nullable().describe('Listing that the conversation is about; null if it is about the shop.'),
  shop: ShopRef.describe('Shop in the conversation.'),
  buyer: PersonRef.describe('Buyer in the conversation.'),
}
const needsOwner = () => z.boolean().describe('Whether the conversation is waiting for the owner because the helper could not answer.')

export const MESSAGE_FROM = ['buyer', 'owner', 'agent', 'service'] as const

/** A photo in a message. */
export const MessagePhoto = z
  .object({
    url: link('URL of the photo, which requires a key or a session of one of the two people.'),
    width: count('Width in pixels.'),
    height: count('Height in pixels.'),
  })
  .meta({ id: 'MessagePhoto' })

/** A message (spec: completions 8, message). */
export const Message = z
  .object({
    object: kind('message'),
    id: id('message'),
    thread: id('thread'),
    from: z.enum(MESSAGE_FROM).describe('Author of the message: the buyer, the shop’s owner, the shop’s helper, or the service.'),
    text: z.string().describe('Text of the message; empty if the message has only photos.'),
    photos: z
      .array(MessagePhoto)
      .describe('Photos of the message, at most 4. Only the two people in the conversation can open them, with their key or session.'),
    ...about,
    needs_owner: needsOwner(),
    created_at: timestamp('Time of the message, ISO 8601, UTC.'),
  })
  .meta({ id: 'Message' })

const thread = {
  object: kind('thread'),
  id: id('thread'),
  ...about,
  unread: count('Number of unread messages.'),
  needs_owner: needsOwner(),
  last_message: Message.describe('Newest message.'),
  updated_at: timestamp('Time of the newest message, ISO 8601, UTC.'),
}

/** A thread (spec: completions 8, thread). */
export const Thread = z.object(thread).meta({ id: 'Thread' })
/** A thread with its messages, oldest first (spec: completions 11). `has_more` is true if there are earlier messages. */
export const ThreadDetail = z
  .object({
    ...thread,
    messages: z.array(Message).describe('Messages, oldest first.'),
    has_more: z.boolean().describe('Whether there are earlier messages.'),
  })
  .meta({ id: 'ThreadDetail' })
export const ThreadList = listOf(Thread)

export const ThreadParams = idParams('thread')

/** Path of a message's photo. `number` starts at 1. */
export const MessagePhotoParams = z.object({
  id: id('thread'),
  message: id('message'),
  number: z.string().describe('Number of the photo, starting at 1.'),
})

export const GetMessagePhoto = z.object({
  size: oneOf(PHOTO_SIZES).default('large').describe('Size of the photo: `small`, `medium` or `large`.'),
})

export const ListThreads = z.object({
  role: oneOf(PARTIES).optional().describe('Filter by your role. Defaults to both.'),
  waiting: bool().optional().describe('If true, only conversations that are waiting for your answer.'),
  updated_after: updatedAfter(),
  ...paging(),
})
export type ListThreads = z.infer<typeof ListThreads>

/** Query for a page of messages. `offset`: number of messages to skip, counted back from the newest. */
export const ReadThread = z.object({
  limit: integer(1, 200).default(100).describe('Number of messages to return.'),
  offset: integer(0, 100_000).default(0).describe('Number of messages to skip, counted back from the newest.'),
})
export type ReadThread = z.infer<typeof ReadThread>

const content = {
  text: text(0, 2000).default('').describe('Text of the message. May be empty only if the message has a photo.'),
  photo_urls: z
    .array(z.string())
    .max(MAX_MESSAGE_PHOTOS, `must have at most ${MAX_MESSAGE_PHOTOS} URLs`)
    .optional()
    .describe('Public URLs of photos. Each photo is downloaded and stored as a copy.'),
}

export const SendMessage = z.object(content)
export type SendMessage = z.infer<typeof SendMessage>

/** Request body for a message to a seller. Requires either a listing id or a shop slug, but not both. */
export const StartThread = z.object({
  listing: z.string().optional().describe('Id of the listing that the message is about. Required without `shop`.'),
  shop: z.string().optional().describe('Slug of the shop to write to. Required without `listing`.'),
  ...content,
})
export type StartThread = z.infer<typeof StartThread>
