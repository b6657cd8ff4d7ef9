import { z } from 'zod'
import { paging, text, timestamp } from '#platform/http/fields.ts'
import { id, idParams, kind } from '#platform/http/record-fields.ts'

export const ChatParams = idParams('listing')
export const ListChat = z.object(paging())

/** Request body. It contains only the new message, because the server stores the chat history. */
export const SendChat = z.object({ message: text(1, 2000).describe('Request to the listing agent, in your own words.') })

const wholeDollars = z.number().int().min(1).max(100_000)

/** Input schemas of the tools (spec: interface, helper 6). The functions for listings validate the values again. */
export const SetField = z.object({ key: z.string().max(200), label: z.string().min(1).max(200), value: z.string().min(1).max(2000) })
export const SetPrice = z.object({ price: wholeDollars })
export const SetLowest = z.object({ lowest: wholeDollars })
export const SetTakeOffers = z.object({ take_offers: z.boolean() })

const changeBy = <T extends string, V extends z.ZodType>(tools: readonly [T, ...T[]], key: string, value: V) =>
  z.object({
    tool: z.enum(tools).describe('Tool that made the change.'),
    key: z.string().describe(key),
    label: z.string().describe('Label of the changed value.'),
    before: value.describe('Value before the change.'),
    after: value.describe('Value after the change.'),
  })
const lineText = z.string().nullable()
const dollars = z.number().nullable()

/** An entry in the log of changes that tools made. The tool determines the type of both values. */
export const Change = z
  .discriminatedUnion('tool', [
    changeBy(['set_field'], 'Key of the detail.', lineText).meta({ id: 'ChatFieldChange' }),
    changeBy(['set_price', 'set_lowest'], '`price` or `lowest_price`.', dollars).meta({ id: 'ChatPriceChange' }),
    changeBy(['set_take_offers'], '`take_offers`.', z.boolean()).meta({ id: 'ChatOffersChange' }),
  ])
  .meta({ id: 'ChatChange' })
export type Change = z.output<typeof Change>

export const ChatMessage = z
  .object({
    object: kind('chat_message'),
    id: id('message'),
    role: z.enum(['seller', 'agent']).describe('Author of the message.'),
    text: z.string().describe('Text of the message.'),
    changes: z.array(Change).describe('Changes made with this message.'),
    created_at: timestamp('Time when the message was written.'),
  })
  .meta({ id: 'ChatMessage' })

/** `error` explains why a reply is missing or incomplete. */
export const ChatReply = z
  .object({
    object: kind('chat_reply'),
    message: ChatMessage.nullable().describe('Reply; null if there is none.'),
    error: z.string().nullable().describe('Reason why the reply stopped early or is missing; null if the reply is complete.'),
  })
  .meta({ id: 'ChatReply' })
