import { createHash } from 'node:crypto'
import type { Call } from './answer.ts'
import { packedWell, packingFor, type Packing } from './packing.ts'

/** A text that is the same for everybody, packed once in each way. */
export type Kept = { text: string; packed: Readonly<Record<Packing, Buffer<ArrayBuffer>>>; tag: string }

export const kept = (text: string): Kept => ({
  text,
  packed: { br: packedWell(text, 'br') as Buffer<ArrayBuffer>, gzip: packedWell(text, 'gzip') as Buffer<ArrayBuffer> },
  tag: createHash('sha1').update(text).digest('base64url'),
})

/** Made when it is first asked for. */
export function keeping(make: () => string): () => Kept {
  let made: Kept | undefined
  return () => (made ??= kept(make()))
}

/** From any origin, kept by caches for five minutes, then asked for by its tag. */
export function sendText(c: Call, type: string, { text, packed, tag }: Kept, more: Record<string, string> = {}): Response {
  const packing = packingFor(c.req.header('Accept-Encoding'))
  const headers = {
    'Content-Type': type,
    'Cache-Control': 'public, max-age=300',
    'Access-Control-Allow-Origin': '*',
    ...more,
    ETag: packing === null ? `"${tag}"` : `"${tag}-${packing}"`,
    Vary: more['Vary'] ? `${more['Vary']}, Accept-Encoding` : 'Accept-Encoding',
  }
  const known = (c.req.header('If-None-Match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (known.includes(headers.ETag)) return c.body(null, 304, headers)
  return packing === null ? c.body(text, 200, headers) : c.body(packed[packing], 200, { ...headers, 'Content-Encoding': packing })
}
