import { z } from 'zod'
import { ASK_FIRST, SCOPES } from '#domain/scopes.ts'
import { Assertion } from '#features/factors/passkeys/schema.ts'
import { NewKey } from '#features/keys/schema.ts'
import { isPersonsAddress } from '#lib/mail-address.ts'
import { bool, listOf, text, timestamp } from '#lib/http/fields.ts'

/** An address, in lower case. */
export const email = () =>
  text(3, 254)
    .refine(isPersonsAddress, 'must be an email address')
    .transform((value) => value.toLowerCase())

// a password is taken as it is typed: spaces count, nothing is trimmed
export const password = (min: number, max: number) =>
  z
    .string()
    .refine((value) => [...value].length >= min && [...value].length <= max, `must have ${min} to ${max} characters`)
    .meta({ minLength: min, maxLength: max, format: 'password' })

export const CreateAccount = z.object({ name: text(1, 60), email: email(), password: password(10, 200) })
export type CreateAccount = z.infer<typeof CreateAccount>

export const CreateSession = z.object({ email: email(), password: password(1, 200) })
/** Body of `POST /sessions/proof`: the one or the other. */
export const ProveSession = z
  .object({ password: password(1, 200).optional(), passkey: Assertion.optional() })
  .refine((body) => (body.password === undefined) !== (body.passkey === undefined), {
    path: ['password'],
    message: 'or passkey is required, and only one of them',
  })
export const ChangeAccount = z.object({ brake: bool().optional(), name: text(1, 60).optional() })
/** Without a password: where the session's person was proved lately. */
export const CloseAccount = z.object({ password: password(1, 200).optional() })

const Quota = z.object({ used: z.number(), limit: z.number() }).meta({ id: 'Quota' })

const accountFields = {
  object: z.literal('account'),
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Whether a link mailed there was used (an extension). */
  email_verified: z.boolean(),
  key: z.object({
    kind: z.enum(['api', 'agent', 'session']),
    scopes: z.array(z.enum(SCOPES)),
    ask_first: z.array(z.enum(ASK_FIRST)),
    max_offer: z.number().nullable(),
    max_day: z.number().nullable(),
  }),
  shops: z.array(z.object({ object: z.literal('shop'), slug: z.string(), name: z.string(), url: z.string() })),
  usage: z.object({ requests: z.int(), limit: z.int() }),
  /** What the account has of what it may have so much of (an extension). */
  quotas: z.object({ shops: Quota, keys: Quota, listings: Quota, media_gb: Quota, exports_a_day: Quota }),
  brake: z.boolean(),
  created_at: timestamp(),
}

/** interface, account. */
export const Account = z.object(accountFields).meta({ id: 'Account' })
/** The answer to sign-up: the account with its first key, whose secret is shown this once. */
export const NewAccount = z.object({ ...accountFields, api_key: NewKey }).meta({ id: 'NewAccount' })
export const Session = z.object({ object: z.literal('session'), account: z.string(), expires_at: timestamp() }).meta({ id: 'Session' })
/** How long one's proof holds. */
export const ProvedSession = z.object({ object: z.literal('session'), proved_until: timestamp() }).meta({ id: 'ProvedSession' })
export const DeletedSession = z.object({ object: z.literal('session'), deleted: z.literal(true) }).meta({ id: 'DeletedSession' })
export const SessionParams = z.object({ id: z.string() })
/** A browser that is signed in. */
export const OwnSession = z
  .object({
    object: z.literal('session'),
    id: z.string(),
    agent: z.string().nullable(),
    current: z.boolean(),
    created_at: timestamp(),
    expires_at: timestamp(),
  })
  .meta({ id: 'OwnSession' })
export const OwnSessionList = listOf(OwnSession)
export const EndedSessions = z.object({ object: z.literal('sessions'), ended: z.int() }).meta({ id: 'EndedSessions' })
export const DeletedAccount = z
  .object({ object: z.literal('account'), id: z.string(), deleted: z.literal(true) })
  .meta({ id: 'DeletedAccount' })
