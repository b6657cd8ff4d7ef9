import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

export type Registered = { id: string; rawId: string; type: string; response: { clientDataJSON: string; attestationObject: string } }
export type Asserted = {
  id: string
  rawId: string
  type: string
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle: string }
}

/** Changes that make a WebAuthn response invalid, so that tests can check its validation. */
export type Twist = {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  counter?: number
  unverified?: true
  attestation?: Cbor
}

type Options = { challenge: string; user?: { id: string } }

/** Creates a software authenticator with a P-256 key for a browser at `origin`. Unlike a real authenticator, it signs every request. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let userHandle = 'AA'
  let counter = 0
  const rpId = new URL(origin).hostname
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key', clientExtensionResults: {} }

  const clientData = (type: string, { challenge }: Options, twist: Twist): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? challenge,
        origin: twist.origin ?? origin,
        crossOrigin: false,
      }),
    )

  const authenticatorData = (twist: Twist, attested: Buffer): Buffer => {
    counter = twist.counter ?? counter + 1
    const flags = 1 | (twist.unverified ? 0 : 4) | (attested.length > 0 ? 64 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(Buffer.from(twist.rpId ?? rpId)), Buffer.from([flags]), count, attested])
  }

  return {
    id: credential.id,
    create(options: Options, twist: Twist = {}): Registered {
      userHandle = options.user!.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const object = cbor({ fmt: 'none', attStmt: {}, ...(twist.attestation as object), authData: authenticatorData(twist, attested) })
      const response = { clientDataJSON: clientData('webauthn.create', options, twist), attestationObject: object }
      return { ...credential, response: texts(response) }
    },
    get(options: Options, twist: Twist = {}): Asserted {
      const data = authenticatorData(twist, Buffer.alloc(0))
      const client = clientData('webauthn.get', options, twist)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return { ...credential, response: { ...texts({ clientDataJSON: client, authenticatorData: data, signature }), userHandle } }
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

const texts = <K extends string>(buffers: Record<K, Buffer>): Record<K, string> =>
  Object.fromEntries(Object.entries<Buffer>(buffers).map(([name, bytes]) => [name, bytes.toString('base64url')])) as Record<K, string>

/** Encodes a public key in the COSE format of authenticators: EC2, ES256, P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' })
  const numbers: [number, Cbor][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x!, 'base64url')],
    [-3, Buffer.from(y!, 'base64url')],
  ]
  return cbor(new Map(numbers))
}

export type Cbor = number | string | Buffer | Cbor[] | Map<number, Cbor> | { [name: string]: Cbor }

/** Encodes the subset of CBOR that passkeys require. */
export function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  const pairs: [Cbor, Cbor][] = value instanceof Map ? [...value] : Object.entries(value)
  return Buffer.concat([head(5, pairs.length), ...pairs.flatMap((pair) => pair.map(cbor))])
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}
