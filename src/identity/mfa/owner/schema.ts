import { z } from 'zod'
import { line, listOf, timestamp } from '#platform/http/fields.ts'
import { count, deleted, id, idParams, kind } from '#platform/http/record-fields.ts'

export { Session } from '#identity/sessions/schema.ts'

/** Bytes in base64url, the encoding that browsers use in JSON. */
const bytes = (maxChars: number, description: string) =>
  z
    .string()
    .max(maxChars, `must have at most ${maxChars} characters`)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url')
    .describe(description)

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

const credential = {
  id: bytes(1_400, 'Id of the credential, in base64url.'),
  rawId: bytes(1_400, 'The same as `id`.'),
  type: z.literal('public-key', { error: 'Type of credential.' }).describe('Kind of credential.'),
  clientExtensionResults: z.looseObject({}).optional().describe('Extension results from the browser. The service requests no extensions.'),
}
const clientData = () => bytes(6_000, 'Signed client data from the browser.')

/** Result of `navigator.credentials.create`, converted to JSON by the browser's `toJSON` method. Unknown fields are ignored. */
export const Registration = z
  .object({
    ...credential,
    response: z
      .object({
        clientDataJSON: clientData(),
        attestationObject: bytes(24_000, 'Attestation object with the new public key, from the authenticator.'),
        transports: z
          .array(z.string().max(20))
          .max(20)
          .optional()
          .transform((all) => all?.filter((one) => TRANSPORTS.includes(one)))
          .describe('Connections that the authenticator supports, such as `internal` or `usb`.'),
      })
      .describe('Response from the authenticator.'),
  })
  .meta({ id: 'PasskeyRegistration' })
export type Registration = z.infer<typeof Registration>

/** Result of `navigator.credentials.get`, converted to JSON by the browser's `toJSON` method. */
export const Assertion = z
  .object({
    ...credential,
    response: z
      .object({
        clientDataJSON: clientData(),
        authenticatorData: bytes(6_000, 'Data from the authenticator about this use of the passkey.'),
        signature: bytes(12_000, 'Signature by the authenticator.'),
        userHandle: bytes(100, 'User handle of the passkey’s owner.').nullish(),
      })
      .describe('Response from the authenticator.'),
  })
  .meta({ id: 'PasskeyAssertion' })
export type Assertion = z.infer<typeof Assertion>

const name = () => line(1, 60).describe('Name to distinguish this passkey from others.')
const typedCode = (description: string) => z.string().max(100, 'must have at most 100 characters').describe(description)
const ticket = () =>
  z
    .string()
    .max(100)
    .optional()
    .describe('Ticket from the 401 `second_factor` response to the first step. The cookie from that response is also required.')
const assertion = () => Assertion.describe('Credential from `navigator.credentials.get`, serialized with `toJSON()`.')

/** Body of `POST /passkeys`, which adds a passkey. */
export const AddPasskey = z.object({
  name: name().default('Passkey'),
  response: Registration.describe('Credential from `navigator.credentials.create`, serialized with `toJSON()`.'),
})
export const RenamePasskey = z.object({ name: name() })
export const PasskeyParams = idParams('passkey')
/** Body of `POST /totp/confirm`, with the first code from an authenticator app. */
export const ConfirmTotp = z.object({ code: typedCode('The current code in the authenticator app.') })
/** Body of `POST /sessions/passkey-options`. `ticket` is present if a sign-in is waiting for its second step. */
export const AskForPasskey = z.object({ ticket: ticket() })
/** Body of `POST /sessions/passkey`, which signs in with a passkey. */
export const PasskeySession = z.object({ passkey: assertion() })
/** Body of `POST /sessions/second`: exactly one of the three factors, and a ticket if the browser has no session yet. */
export const SecondStep = z.object({
  ticket: ticket(),
  totp: typedCode('The current six-digit code in the authenticator app.').optional(),
  recovery_code: typedCode('An unused recovery code. Each code works once.').optional(),
  passkey: assertion().optional(),
})
export type SecondStep = z.infer<typeof SecondStep>

/** Options that clients pass unchanged to the browser's `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`. */
const options = z
  .looseObject({ challenge: z.string().describe('Challenge for the authenticator to sign, in base64url.') })
  .describe('Options to pass unchanged to the browser’s `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.')

export const PasskeyOptions = z
  .object({ object: kind('passkey_options'), options, expires_at: timestamp('Time when the options expire.') })
  .meta({ id: 'PasskeyOptions' })

const lastUsed = () => timestamp('Time of the last use; null if never used.').nullable()
const passkey = {
  object: kind('passkey'),
  id: id('passkey'),
  name: z.string().describe('Name given by the owner.'),
  created_at: timestamp('Time when the passkey was added.'),
  last_used_at: lastUsed(),
}
const codes = () => z.array(z.string()).describe('Ten recovery codes, shown only once. Each code works once.')
const firstCodes = () =>
  codes().nullable().describe('Ten recovery codes, returned with the account’s first factor and shown only once; null for later factors.')

export const Passkey = z.object(passkey).meta({ id: 'Passkey' })
export const PasskeyList = listOf(Passkey)
export const DeletedPasskey = z.object({ object: kind('passkey'), id: id('passkey'), deleted: deleted() }).meta({ id: 'DeletedPasskey' })
/** A new passkey. If the passkey is the account's first factor, this response is the only one that contains the recovery codes. */
export const NewPasskey = z.object({ ...passkey, recovery_codes: firstCodes() }).meta({ id: 'NewPasskey' })

export const NewTotp = z
  .object({
    object: kind('totp'),
    status: z.literal('waiting').describe('Waiting for the first code.'),
    secret: z.string().describe('Secret to type into the app. Shown only once.'),
    uri: z.string().describe('The same secret as an `otpauth` URI, for a QR code.'),
    expires_at: timestamp('Deadline for the first code.'),
  })
  .meta({ id: 'NewTotp' })
export const ConfirmedTotp = z
  .object({ object: kind('totp'), status: z.literal('on').describe('The app’s codes are now accepted.'), recovery_codes: firstCodes() })
  .meta({ id: 'ConfirmedTotp' })
export const DeletedTotp = z.object({ object: kind('totp'), deleted: deleted() }).meta({ id: 'DeletedTotp' })
export const RecoveryCodes = z
  .object({ object: kind('recovery_codes'), codes: codes(), created_at: timestamp('Time of creation.') })
  .meta({ id: 'RecoveryCodes' })

export const Factors = z
  .object({
    object: kind('factors'),
    second_step: z.boolean().describe('True if sign-in takes two steps.'),
    passkeys: count('Number of passkeys on the account.'),
    totp: z
      .object({ created_at: timestamp('Time when the app was set up.'), last_used_at: lastUsed() })
      .nullable()
      .describe('Authenticator app; null if none is set up.'),
    recovery_codes: z
      .object({ left: count('Number of unused codes.'), created_at: timestamp('Time of creation.') })
      .nullable()
      .describe('Recovery codes; null if the account has no factor.'),
    required: z.boolean().describe('True if the account must have a second factor. This applies to operators on a public server.'),
  })
  .meta({ id: 'Factors' })
