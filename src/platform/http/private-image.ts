import type { StoredObject } from '#platform/storage/index.ts'
import { ok } from './endpoint.ts'
import { webStream } from './web-stream.ts'

/**
 * Builds the response for a private photo. Only the requesting browser may cache it, and only for the same session or key. Browsers never
 * run it as a document or script.
 */
export const privateImage = ({ stream, size }: StoredObject) => ({
  ...ok(null),
  raw: { type: 'image/webp', bytes: webStream(stream) },
  headers: {
    'Content-Length': String(size),
    'Cache-Control': 'private, max-age=3600',
    Vary: 'Authorization, Cookie',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  },
})
