import { z } from 'zod'
import { listOf, text, timestamp } from '#lib/http/fields.ts'

/** Bytes as browsers write them in JSON. */
const bytes = (maxChars: number) =>
  z
    .string()
    .max(maxChars, `must have at most ${maxChars} characters`)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url')

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

const credential = {
  id: bytes(1_400),
  rawId: bytes(1_400),
  type: z.literal('public-key', { error: 'must be public-key' }),
  clientExtensionResults: z.looseObject({}).default({}),
}

/** What `navigator.credentials.create` gave, by its `toJSON`. Whatever else it holds is ignored. */
export const Registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(6_000),
    attestationObject: bytes(24_000),
    transports: z
      .array(z.string().max(20))
      .max(20)
      .optional()
      .transform((all) => all?.filter((one) => TRANSPORTS.includes(one))),
  }),
})
export type Registration = z.infer<typeof Registration>

/** What `navigator.credentials.get` gave, by its `toJSON`. */
export const Assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(6_000),
    authenticatorData: bytes(6_000),
    signature: bytes(12_000),
    userHandle: bytes(100).nullish(),
  }),
})
export type Assertion = z.infer<typeof Assertion>

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
