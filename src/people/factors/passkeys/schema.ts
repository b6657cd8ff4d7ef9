import { z } from 'zod'

/** Bytes as browsers write them in JSON. */
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

/** What `navigator.credentials.create` gave, by its `toJSON`. Whatever else it holds is ignored. */
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

/** What `navigator.credentials.get` gave, by its `toJSON`. */
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
