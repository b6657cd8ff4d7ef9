import { z } from 'zod'
import { ASK_FIRST, SCOPES } from '#domain/scopes.ts'
import { money, oneOf, text, timestamp } from '#lib/http/fields.ts'

/** Body of `POST /keys` (completions 3). */
export const CreateKey = z.object({
  name: text(1, 60),
  kind: oneOf(['api', 'agent']),
  scopes: z.array(oneOf(SCOPES)),
  ask_first: z.array(oneOf(ASK_FIRST)).optional(),
  max_offer: money().nullable().optional(),
  max_day: money().nullable().optional(),
  expires_at: z.iso.datetime({ offset: true, error: 'must be a timestamp such as 2027-01-31T12:00:00.000Z' }).nullable().optional(),
})
export type CreateKey = z.infer<typeof CreateKey>

export const KeyParams = z.object({ id: z.string() })

const keyFields = {
  object: z.literal('key'),
  id: z.string(),
  name: z.string(),
  kind: z.enum(['api', 'agent']),
  scopes: z.array(z.enum(SCOPES)),
  ask_first: z.array(z.enum(ASK_FIRST)),
  max_offer: z.number().nullable(),
  max_day: z.number().nullable(),
  last4: z.string(),
  created_at: timestamp(),
  last_used_at: timestamp().nullable(),
  expires_at: timestamp().nullable(),
  revoked_at: timestamp().nullable(),
}

export const Key = z.object(keyFields).meta({ id: 'Key' })
/** As it is shown once, when it is made. An agent key comes with the link to hand over. */
export const NewKey = z.object({ ...keyFields, secret: z.string(), link: z.string().nullable() }).meta({ id: 'NewKey' })
export const DeletedKey = z.object({ object: z.literal('key'), id: z.string(), deleted: z.literal(true) }).meta({ id: 'DeletedKey' })
