import { z } from 'zod'
import { Assertion, Registration } from './passkeys/schema.ts'
import { listOf, text, timestamp } from '#lib/http/fields.ts'

export { Session } from '#features/accounts/schema.ts'

const name = () => text(1, 60)
const typedCode = () => z.string().max(100, 'must have at most 100 characters')

/** Body of `POST /passkeys`. */
export const AddPasskey = z.object({ name: name().default('Passkey'), response: Registration })
export const RenamePasskey = z.object({ name: name() })
export const PasskeyParams = z.object({ id: z.string() })
/** Body of `POST /totp/confirm`. */
export const ConfirmTotp = z.object({ code: typedCode() })
/** Body of `POST /sessions/passkey-options`: with the ticket of a sign-in that waits for its second step, or without. */
export const AskForPasskey = z.object({ ticket: z.string().max(100).optional() })
/** Body of `POST /sessions/passkey`. */
export const PasskeySession = z.object({ passkey: Assertion })
/** Body of `POST /sessions/second`: the ticket, where no session is open yet, and one of the three factors. */
export const SecondStep = z.object({
  ticket: z.string().max(100).optional(),
  totp: typedCode().optional(),
  recovery_code: typedCode().optional(),
  passkey: Assertion.optional(),
})
export type SecondStep = z.infer<typeof SecondStep>

/** For `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` of a browser, as they are. */
const options = z.looseObject({ challenge: z.string() })

export const PasskeyOptions = z
  .object({ object: z.literal('passkey_options'), options, expires_at: timestamp() })
  .meta({ id: 'PasskeyOptions' })

const passkey = {
  object: z.literal('passkey'),
  id: z.string(),
  name: z.string(),
  created_at: timestamp(),
  last_used_at: timestamp().nullable(),
}
const codes = () => z.array(z.string())

export const Passkey = z.object(passkey).meta({ id: 'Passkey' })
export const PasskeyList = listOf(Passkey)
export const DeletedPasskey = z
  .object({ object: z.literal('passkey'), id: z.string(), deleted: z.literal(true) })
  .meta({ id: 'DeletedPasskey' })
/** With an account's first factor: recovery codes, shown this once. */
export const NewPasskey = z.object({ ...passkey, recovery_codes: codes().nullable() }).meta({ id: 'NewPasskey' })

export const NewTotp = z
  .object({ object: z.literal('totp'), status: z.literal('waiting'), secret: z.string(), uri: z.string(), expires_at: timestamp() })
  .meta({ id: 'NewTotp' })
export const ConfirmedTotp = z
  .object({ object: z.literal('totp'), status: z.literal('on'), recovery_codes: codes().nullable() })
  .meta({ id: 'ConfirmedTotp' })
export const DeletedTotp = z.object({ object: z.literal('totp'), deleted: z.literal(true) }).meta({ id: 'DeletedTotp' })
export const RecoveryCodes = z
  .object({ object: z.literal('recovery_codes'), codes: codes(), created_at: timestamp() })
  .meta({ id: 'RecoveryCodes' })

/** How an account passes the second step. */
export const Factors = z
  .object({
    object: z.literal('factors'),
    /** Whether signing in takes two steps. */
    second_step: z.boolean(),
    passkeys: z.int(),
    totp: z.object({ created_at: timestamp(), last_used_at: timestamp().nullable() }).nullable(),
    recovery_codes: z.object({ left: z.int(), created_at: timestamp() }).nullable(),
    /** Whether this account has to have one: operators, in public mode. */
    required: z.boolean(),
  })
  .meta({ id: 'Factors' })
