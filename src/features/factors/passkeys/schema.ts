import { z } from 'zod'

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
  clientExtensionResults: z.looseObject({}).optional(),
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
