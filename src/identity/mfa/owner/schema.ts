import { z } from 'zod'
import { line, listOf, timestamp } from '#platform/http/fields.ts'
import { count, deleted, id, idParams, kind } from '#platform/http/record-fields.ts'

export { Session } from '#identity/sessions/schema.ts'

/** Base64url, as browsers use in JSON. */
const bytes = (maxChars: number, words: string) =>
  z
    .string()
    .max(maxChars, `must have at most ${maxChars} characters`)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url')
    .describe(words)

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

const credential = {
  id: bytes(1_400, 'Id of the credential, in base64url.'),
  rawId: bytes(1_400, 'The same as `id`.'),
  type: z.literal('public-key', { error: 'must be public-key' }).describe('Kind of credential.'),
  clientExtensionResults: z.looseObject({}).optional().describe('What the browser says of extensions; none is asked for.'),
}
const clientData = () => bytes(6_000, 'What was signed, and where, as the browser says.')

/** Result of `navigator.credentials.create` as `toJSON` returns it. Ignores other fields. */
export const Registration = z
  .object({
    ...credential,
    response: z
      .object({
        clientDataJSON: clientData(),
        attestationObject: bytes(24_000, 'The new key, as the device says.'),
        transports: z
          .array(z.string().max(20))
          .max(20)
          .optional()
          .transform((all) => all?.filter((one) => TRANSPORTS.includes(one)))
          .describe('How the device is reached.'),
      })
      .describe('What the device answered.'),
  })
  .meta({ id: 'PasskeyRegistration' })
export type Registration = z.infer<typeof Registration>

/** Result of `navigator.credentials.get` as `toJSON` returns it. */
export const Assertion = z
  .object({
    ...credential,
    response: z
      .object({
        clientDataJSON: clientData(),
        authenticatorData: bytes(6_000, 'How the device was used.'),
        signature: bytes(12_000, 'What the device signed it with.'),
        userHandle: bytes(100, 'Whose passkey it is.').nullish(),
      })
      .describe('What the device answered.'),
  })
  .meta({ id: 'PasskeyAssertion' })
export type Assertion = z.infer<typeof Assertion>

const name = () => line(1, 60).describe('Name that tells the passkey from others.')
const typedCode = (words: string) => z.string().max(100, 'must have at most 100 characters').describe(words)
const ticket = () =>
  z
    .string()
    .max(100)
    .optional()
    .describe('The ticket of the sign-in, from the 401 `second_factor` of its first step. The cookie that came with it is needed too.')
const assertion = () => Assertion.describe('What `navigator.credentials.get` gave, by its `toJSON()`.')

/** Body of `POST /passkeys`. */
export const AddPasskey = z.object({
  name: name().default('Passkey'),
  response: Registration.describe('What `navigator.credentials.create` gave, by its `toJSON()`.'),
})
export const RenamePasskey = z.object({ name: name() })
export const PasskeyParams = idParams('passkey')
/** Body of `POST /totp/confirm`. */
export const ConfirmTotp = z.object({ code: typedCode('The code that the app shows now.') })
/** Body of `POST /sessions/passkey-options`: with the ticket of a sign-in that waits for its second step, or without. */
export const AskForPasskey = z.object({ ticket: ticket() })
/** Body of `POST /sessions/passkey`. */
export const PasskeySession = z.object({ passkey: assertion() })
/** Body of `POST /sessions/second`: one of the three factors, with the ticket if no session is open yet. */
export const SecondStep = z.object({
  ticket: ticket(),
  totp: typedCode('The code of six digits that the authenticator app shows now.').optional(),
  recovery_code: typedCode('One of the recovery codes. Each works once.').optional(),
  passkey: assertion().optional(),
})
export type SecondStep = z.infer<typeof SecondStep>

/** Options for the browser's `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`, to pass on unchanged. */
const options = z
  .looseObject({ challenge: z.string().describe('What the device has to sign, in base64url.') })
  .describe('For `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` of a browser, as they are.')

export const PasskeyOptions = z
  .object({ object: kind('passkey_options'), options, expires_at: timestamp('Until when they work.') })
  .meta({ id: 'PasskeyOptions' })

const lastUsed = () => timestamp('When it was last used.').nullable()
const passkey = {
  object: kind('passkey'),
  id: id('passkey'),
  name: z.string().describe('Name that its person gave it.'),
  created_at: timestamp('When it was added.'),
  last_used_at: lastUsed(),
}
const codes = () => z.array(z.string()).describe('Ten recovery codes, shown this once. Each works once.')
const firstCodes = () =>
  codes().nullable().describe('Ten recovery codes with the account’s first factor, shown this once; null with later ones.')

export const Passkey = z.object(passkey).meta({ id: 'Passkey' })
export const PasskeyList = listOf(Passkey)
export const DeletedPasskey = z.object({ object: kind('passkey'), id: id('passkey'), deleted: deleted() }).meta({ id: 'DeletedPasskey' })
/** Includes recovery codes if this is the account's first factor. The only response with them. */
export const NewPasskey = z.object({ ...passkey, recovery_codes: firstCodes() }).meta({ id: 'NewPasskey' })

export const NewTotp = z
  .object({
    object: kind('totp'),
    status: z.literal('waiting').describe('It waits for its first code.'),
    secret: z.string().describe('The secret, for typing into the app. Shown this once.'),
    uri: z.string().describe('The same as an `otpauth` address, for a QR code.'),
    expires_at: timestamp('Until when its first code is taken.'),
  })
  .meta({ id: 'NewTotp' })
export const ConfirmedTotp = z
  .object({ object: kind('totp'), status: z.literal('on').describe('Codes of the app work now.'), recovery_codes: firstCodes() })
  .meta({ id: 'ConfirmedTotp' })
export const DeletedTotp = z.object({ object: kind('totp'), deleted: deleted() }).meta({ id: 'DeletedTotp' })
export const RecoveryCodes = z
  .object({ object: kind('recovery_codes'), codes: codes(), created_at: timestamp('When they were made.') })
  .meta({ id: 'RecoveryCodes' })

export const Factors = z
  .object({
    object: kind('factors'),
    second_step: z.boolean().describe('Whether signing in takes two steps.'),
    passkeys: count('How many passkeys the account has.'),
    totp: z
      .object({ created_at: timestamp('When it was switched on.'), last_used_at: lastUsed() })
      .nullable()
      .describe('The authenticator app; null without one.'),
    recovery_codes: z
      .object({ left: count('How many are unused.'), created_at: timestamp('When they were made.') })
      .nullable()
      .describe('The recovery codes; null without a factor.'),
    required: z.boolean().describe('Whether this account has to have one: operators, in public mode.'),
  })
  .meta({ id: 'Factors' })
