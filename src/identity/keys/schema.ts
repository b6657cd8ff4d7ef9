import { z } from 'zod'
import { ASK_FIRST, SCOPES } from '#core/scopes.ts'
import { SANDBOX_ROLES } from '#core/tenant.ts'
import { bool, line, listUpTo, money, oneOf, timestamp } from '#platform/http/fields.ts'
import { deleted, id, idParams, kind, namedEnum } from '#platform/http/record-fields.ts'

/** Maximum length of a list of scopes or actions. The limit leaves room for every value twice. */
const MAX_VALUES = 50

const DESCRIPTIONS = {
  kind: '`api` for programs; `agent` for a link with instructions for an AI agent.',
  scopes: 'Permissions of the key. Always includes `read`.',
  ask_first: 'Actions that need the owner’s approval: the call returns 202 with an approval.',
  max_offer: 'Maximum in US dollars for one offer, accepted counteroffer, order or deposit. Null: no limit.',
  max_day:
    'Maximum in US dollars for all commitments in any 24 hours. Withdrawn, declined, cancelled or refunded amounts no longer count; each deal counts once. Null: no limit.',
}

/** Body of `POST /keys`, which creates a key (spec: completions 3). */
export const CreateKey = z.object({
  name: line(1, 60).describe('Purpose of the key; visible only to you.'),
  kind: oneOf(['api', 'agent']).describe(DESCRIPTIONS.kind),
  scopes: listUpTo(MAX_VALUES, oneOf(SCOPES)).describe(DESCRIPTIONS.scopes),
  ask_first: listUpTo(MAX_VALUES, oneOf(ASK_FIRST)).optional().describe(DESCRIPTIONS.ask_first),
  max_offer: money().nullable().optional().describe(DESCRIPTIONS.max_offer),
  max_day: money().nullable().optional().describe(DESCRIPTIONS.max_day),
  livemode: bool().default(true).describe('False: a test key, which sees and changes only your [test data](/docs/sandbox).'),
  test_account: oneOf(SANDBOX_ROLES).optional().describe('For a test key: its test account. Defaults to the seller.'),
  expires_at: z.iso
    .datetime({ offset: true, error: 'must be a timestamp such as 2027-01-31T12:00:00.000Z' })
    .nullable()
    .optional()
    .describe('Time when the key expires. Agent keys default to 90 days.'),
})
export type CreateKey = z.infer<typeof CreateKey>

export const KeyParams = idParams('key')

export const Scope = namedEnum('Scope', SCOPES)
export const AskFirst = namedEnum('AskFirst', ASK_FIRST)

export const keyRights = {
  scopes: z.array(Scope).describe(DESCRIPTIONS.scopes),
  ask_first: z.array(AskFirst).describe(DESCRIPTIONS.ask_first),
  max_offer: z.number().nullable().describe(DESCRIPTIONS.max_offer),
  max_day: z.number().nullable().describe(DESCRIPTIONS.max_day),
}

export const livemodeFields = {
  livemode: z.boolean().describe('True in the live market, false in [test mode](/docs/sandbox).'),
  test_account: z.enum(SANDBOX_ROLES).nullable().describe('Which of the two test accounts this is; null in the live market.'),
}

const keyFields = {
  object: kind('key'),
  id: id('key'),
  name: z.string().describe('Purpose of the key.'),
  kind: z.enum(['api', 'agent']).describe(DESCRIPTIONS.kind),
  ...keyRights,
  ...livemodeFields,
  last4: z.string().describe('The last four characters of the key’s secret.'),
  created_at: timestamp('Time of creation.'),
  last_used_at: timestamp('Time of the last use.').nullable(),
  expires_at: timestamp('Time when the key expires; null if it never expires.').nullable(),
  revoked_at: timestamp('Time of revocation.').nullable(),
}

export const Key = z.object(keyFields).meta({ id: 'Key' })
/**
 * Response to the creation of a key. No other response contains the key's secret. The response for an agent key includes its agent link.
 */
export const NewKey = z
  .object({
    ...keyFields,
    secret: z.string().describe('The secret. Shown only once.'),
    link: z.string().nullable().describe('For an agent key: the URL to give to the agent. Shown only once.'),
  })
  .meta({ id: 'NewKey' })
export const DeletedKey = z.object({ object: kind('key'), id: id('key'), deleted: deleted() }).meta({ id: 'DeletedKey' })
