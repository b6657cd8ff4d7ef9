import { z } from 'zod'
import { ASK_FIRST, SCOPES } from '#core/scopes.ts'
import { SANDBOX_ROLES } from '#core/tenant.ts'
import { bool, line, listUpTo, money, oneOf, timestamp } from '#platform/http/fields.ts'
import { deleted, id, idParams, kind, namedEnum } from '#platform/http/record-fields.ts'

/** Maximum length of a list of scopes or actions, enough to name each twice. */
const MAX_WORDS = 50

const WORDS = {
  kind: '`api` for programs, `agent` for a link that explains itself.',
  scopes: 'What the key may do. `read` is always in it.',
  ask_first: 'Actions that wait for their owner’s yes: the call answers 202 with an approval.',
  max_offer: 'The largest amount in US dollars that it may commit in one offer, counter taken, order or deposit. null: no cap.',
  max_day:
    'The largest amount in US dollars that it may commit in any 24 hours, all together; what is withdrawn, declined, cancelled or refunded is free again, and a deal counts once. null: no cap.',
}

/** Body of `POST /keys` (completions 3). */
export const CreateKey = z.object({
  name: line(1, 60).describe('What the key is for, for your own eyes.'),
  kind: oneOf(['api', 'agent']).describe(WORDS.kind),
  scopes: listUpTo(MAX_WORDS, oneOf(SCOPES)).describe(WORDS.scopes),
  ask_first: listUpTo(MAX_WORDS, oneOf(ASK_FIRST)).optional().describe(WORDS.ask_first),
  max_offer: money().nullable().optional().describe(WORDS.max_offer),
  max_day: money().nullable().optional().describe(WORDS.max_day),
  livemode: bool()
    .default(true)
    .describe('false: a test key, which sees and changes your [test world](/docs/sandbox) and nothing of the market.'),
  test_account: oneOf(SANDBOX_ROLES)
    .optional()
    .describe('Of a test key: which account of the test world it is of. The seller’s, where nothing is said.'),
  expires_at: z.iso
    .datetime({ offset: true, error: 'must be a timestamp such as 2027-01-31T12:00:00.000Z' })
    .nullable()
    .optional()
    .describe('When the key stops working. An agent key gets 90 days where nothing is said.'),
})
export type CreateKey = z.infer<typeof CreateKey>

export const KeyParams = idParams('key')

export const Scope = namedEnum('Scope', SCOPES)
export const AskFirst = namedEnum('AskFirst', ASK_FIRST)

export const keyRights = {
  scopes: z.array(Scope).describe(WORDS.scopes),
  ask_first: z.array(AskFirst).describe(WORDS.ask_first),
  max_offer: z.number().nullable().describe(WORDS.max_offer),
  max_day: z.number().nullable().describe(WORDS.max_day),
}

export const livemodeFields = {
  livemode: z.boolean().describe('Whether it is of the market; false: of a [test world](/docs/sandbox).'),
  test_account: z.enum(SANDBOX_ROLES).nullable().describe('In a test world, which of its two accounts it is of.'),
}

const keyFields = {
  object: kind('key'),
  id: id('key'),
  name: z.string().describe('What the key is for.'),
  kind: z.enum(['api', 'agent']).describe(WORDS.kind),
  ...keyRights,
  ...livemodeFields,
  last4: z.string().describe('The last four characters of its secret.'),
  created_at: timestamp('When it was made.'),
  last_used_at: timestamp('When it was last used.').nullable(),
  expires_at: timestamp('When it stops working; null: never.').nullable(),
  revoked_at: timestamp('When it was revoked.').nullable(),
}

export const Key = z.object(keyFields).meta({ id: 'Key' })
/** Response to creating a key, the only one with its secret. An agent key includes its link. */
export const NewKey = z
  .object({
    ...keyFields,
    secret: z.string().describe('The secret. Shown this once.'),
    link: z.string().nullable().describe('Of an agent key: the address to hand over. Shown this once.'),
  })
  .meta({ id: 'NewKey' })
export const DeletedKey = z.object({ object: kind('key'), id: id('key'), deleted: deleted() }).meta({ id: 'DeletedKey' })
