import { z } from 'zod'
import { line, paging, text, timestamp } from '#platform/http/fields.ts'
import { deleted, id, idParams, kind } from '#platform/http/record-fields.ts'

const TITLE = 'Title, which only you see.'
const BODY =
  'Text to insert into a message. It may contain `{name}` (the buyer), `{item}` (title of the item) and `{price}` (its current price).'

const input = { title: line(1, 60).describe(TITLE), body: text(1, 1000).describe(BODY) }

export const CreateReply = z.object(input)
export type CreateReply = z.output<typeof CreateReply>

export const ChangeReply = z.object(input).partial()
export type ChangeReply = z.output<typeof ChangeReply>

export const ReplyParams = idParams('saved reply')
export const ListReplies = z.object(paging())

export const SavedReply = z
  .object({
    object: kind('reply'),
    id: id('saved reply'),
    title: z.string().describe(TITLE),
    body: z.string().describe(BODY),
    created_at: timestamp('Time of creation, ISO 8601, UTC.'),
    updated_at: timestamp('Time of the last change, ISO 8601, UTC.'),
  })
  .meta({ id: 'SavedReply' })

export const DeletedReply = z.object({ object: kind('reply'), id: id('saved reply'), deleted: deleted() }).meta({ id: 'DeletedReply' })
