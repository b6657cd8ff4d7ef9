import { z } from 'zod'
import { Assertion } from '#identity/mfa/owner/schema.ts'
import { keyRights, livemodeFields, NewKey } from '#identity/keys/schema.ts'
import { currentPassword, email, password } from '#platform/http/person-fields.ts'
import { bool, line, timestamp } from '#platform/http/fields.ts'
import { count, deleted, id, kind, link, shopSlug } from '#platform/http/record-fields.ts'

export { DeletedSession, EndedSessions, OwnSessionList, ProvedSession, Session, SessionParams } from '#identity/sessions/schema.ts'

const personName = () => line(1, 60).describe('Name of the person, visible to others.')

export const CreateAccount = z.object({
  name: personName(),
  email: email(),
  password: password(10, 200).describe('The new account’s password: at least 10 characters, and not a common one.'),
})
export type CreateAccount = z.infer<typeof CreateAccount>

export const CreateSession = z.object({ email: email(), password: currentPassword() })
/** Body of `POST /sessions/proof`. Must contain exactly one of the two fields. */
export const ProveSession = z
  .object({
    password: currentPassword().optional(),
    passkey: Assertion.optional().describe('Credential from `navigator.credentials.get`, serialized with `toJSON()`.'),
  })
  .refine((body) => (body.password === undefined) !== (body.passkey === undefined), {
    path: ['password'],
    message: 'or passkey is required; send exactly one of them',
  })
const BRAKE = 'Pauses all helpers and agent keys of the account.'
export const ChangeAccount = z.object({ brake: bool().optional().describe(BRAKE), name: personName().optional() })
/** Body of the request to close an account. `password` is optional if the session has a recent proof of identity. */
export const CloseAccount = z.object({ password: currentPassword().optional() })

const Quota = z.object({ used: z.number().describe('Current usage.'), limit: z.number().describe('Maximum amount.') }).meta({ id: 'Quota' })

const accountFields = {
  object: kind('account'),
  id: id('account'),
  name: z.string().describe('Name of the person.'),
  email: z.string().describe('Email address.'),
  email_verified: z.boolean().describe('True after this email address was confirmed through a link.'),
  key: z
    .object({
      kind: z.enum(['api', 'agent', 'session']).describe('Credential of this request: a key of either kind, or a session.'),
      ...keyRights,
    })
    .describe('Permissions of the key that made this request.'),
  shops: z
    .array(
      z.object({
        object: kind('shop'),
        slug: shopSlug(),
        name: z.string().describe('Name of the shop.'),
        url: link('URL of the shop.'),
      }),
    )
    .describe('Your shops, oldest first.'),
  usage: z
    .object({ requests: count('Requests this month.'), limit: count('Maximum requests per month.') })
    .describe('Requests this calendar month (UTC) and their limit.'),
  quotas: z
    .object({
      shops: Quota.describe('Shops.'),
      keys: Quota.describe('Keys that have not been revoked.'),
      listings: Quota.describe('Listings.'),
      media_gb: Quota.describe('Storage used by pictures and videos, in GB of 2^30 bytes.'),
      exports_a_day: Quota.describe('Exports requested in the last 24 hours.'),
    })
    .describe('Usage and limits of the account. A call that exceeds a limit returns 409 with `code: "quota"`.'),
  ...livemodeFields,
  brake: z.boolean().describe(BRAKE),
  created_at: timestamp('Time when the account was created.'),
}

/** An account in the API (spec: interface, account). */
export const Account = z.object(accountFields).meta({ id: 'Account' })
/** Response to sign-up: the account with its first key. No other response contains the key's secret. */
export const NewAccount = z
  .object({ ...accountFields, api_key: NewKey.describe('A first key with all scopes. Its secret is never returned again.') })
  .meta({ id: 'NewAccount' })

export const DeletedAccount = z.object({ object: kind('account'), id: id('account'), deleted: deleted() }).meta({ id: 'DeletedAccount' })
