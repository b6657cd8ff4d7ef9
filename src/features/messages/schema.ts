import { z } from 'zod'
import { SIDES } from '#domain/conversation.ts'
import { bool, integer, listOf, oneOf, paging, text, timestamp } from '#lib/http/fields.ts'

const about = {
  listing: z.object({ id: z.string(), title: z.string() }).nullable(),
  shop: z.object({ slug: z.string(), name: z.string() }),
  buyer: z.object({ name: z.string() }),
}

/** completions 8, message. */
export const Message = z
  .object({
    object: z.literal('message'),
    id: z.string(),
    thread: z.string(),
    from: z.enum(['buyer', 'owner', 'agent', 'service']),
    text: z.string(),
    ...about,
    needs_owner: z.boolean(),
    created_at: timestamp(),
  })
  .meta({ id: 'Message' })

const thread = {
  object: z.literal('thread'),
  id: z.string(),
  ...about,
  unread: z.int(),
  needs_owner: z.boolean(),
  last_message: Message,
  updated_at: timestamp(),
}

/** completions 8, thread. */
export const Thread = z.object(thread).meta({ id: 'Thread' })
/** completions 11: with its messages, in the order of writing. `has_more`: there are earlier ones. */
export const ThreadDetail = z.object({ ...thread, messages: z.array(Message), has_more: z.boolean() }).meta({ id: 'ThreadDetail' })
export const ThreadList = listOf(Thread)

export const ThreadParams = z.object({ id: z.string() })

export const ListThreads = z.object({ role: oneOf(SIDES).optional(), waiting: bool().optional(), ...paging() })
export type ListThreads = z.infer<typeof ListThreads>

/** `offset` counts back from the last message. */
export const ReadThread = z.object({ limit: integer(1, 200).default(100), offset: paging().offset })
export type ReadThread = z.infer<typeof ReadThread>

const MESSAGE_LENGTH = 2000

export const SendMessage = z.object({ text: text(1, MESSAGE_LENGTH) })
export type SendMessage = z.infer<typeof SendMessage>

/** About a listing by its id, or about a shop by its slug. */
export const StartThread = z.object({ listing: z.string().optional(), shop: z.string().optional(), text: text(1, MESSAGE_LENGTH) })
export type StartThread = z.infer<typeof StartThread>
