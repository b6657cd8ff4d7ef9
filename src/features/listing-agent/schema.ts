import { z } from 'zod'
import { paging, text, timestamp } from '#lib/http/fields.ts'

export const ChatParams = z.object({ id: z.string() })
export const ListChat = z.object(paging())

/** Body of `POST /listings/{id}/chat`: the newest message alone; what was said before is the server's to know. */
export const SendChat = z.object({ message: text(1, 2000) })

const wholeDollars = z.number().int().min(1).max(100_000)

/** interface, helper 6: what each tool takes. The verbs of listings check all of it again. */
export const SetField = z.object({ key: z.string().max(200), label: z.string().min(1).max(200), value: z.string().min(1).max(2000) })
export const SetPrice = z.object({ price: wholeDollars })
export const SetLowest = z.object({ lowest: wholeDollars })
export const SetTakeOffers = z.object({ take_offers: z.boolean() })

const Value = z.union([z.string(), z.number(), z.boolean()]).nullable()

/** One thing that a tool changed, from the tools' own log. `key`: of a detail line, else `price`, `lowest_price` or `take_offers`. */
export const Change = z.object({
  tool: z.enum(['set_field', 'set_price', 'set_lowest', 'set_take_offers']),
  key: z.string(),
  label: z.string(),
  before: Value,
  after: Value,
})
export type Change = z.output<typeof Change>

export const ChatMessage = z
  .object({
    object: z.literal('chat_message'),
    id: z.string(),
    role: z.enum(['seller', 'agent']),
    text: z.string(),
    changes: z.array(Change),
    created_at: timestamp(),
  })
  .meta({ id: 'ChatMessage' })

/** The whole reply; `error` says why it stops early or is missing. */
export const ChatReply = z
  .object({ object: z.literal('chat_reply'), message: ChatMessage.nullable(), error: z.string().nullable() })
  .meta({ id: 'ChatReply' })
