import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { Config } from '#platform/config/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { MAX_BODY_BYTES, readBody } from '#platform/http/body.ts'
import { readAnyJson } from '#platform/http/json.ts'
import type { Bindings } from '#platform/http/bindings.ts'
import { createSignedBodies } from '#platform/http/signed-bodies.ts'
import { isOwnPrompt } from './prompts.ts'
import { isOwnResource } from './resources.ts'

/**
 * Where the protocol is spoken. The first serves strangers too; the second asks for a key at once, which is how clients that sign in by
 * a browser learn that they have to.
 */
export const MCP_PATHS = ['/mcp', '/mcp/account'] as const

/** A picture of 10 MB in base64, and some words. */
const LARGEST_BYTES = 14 * 2 ** 20
/**
 * Messages over the common limit that are held in memory at once. Who comes gets a place: where all are taken, the oldest of the key
 * with the most ends, so that nobody's slow pictures keep those of others out.
 */
const inLargePlace = createSignedBodies({ most: 8, longestMs: 60_000 })
/** Older clients send several messages at once. */
const MOST_MESSAGES = 20

type Names = Pick<Config, 'publicUrl' | 'programsUrl' | 'mode'>

/**
 * The transport's guard against a page that makes a browser speak to a service near it: what a browser sends comes from our own pages.
 * Programs send no Origin. That a request names this service as its host is settled before (DNS rebinding, `mountPages`). Errors: 403.
 */
export function requireOwnOrigin({ origin }: Pick<IncomingHttpHeaders, 'origin'>, names: Names): void {
  if (origin === undefined || [names.publicUrl, names.programsUrl].some((url) => new URL(url).origin === origin)) return
  if (names.mode !== 'local' || !URL.canParse(origin) || !isLocalName(new URL(origin).hostname))
    throw new ApiError('permission', 'No page of another site speaks to this address (Origin header). Programs send no Origin.', {
      code: 'origin',
    })
}

/** `localhost`, or any IP address: the one that a developer's tool runs at. */
const isLocalName = (name: string): boolean => name === 'localhost' || isIP(name.replaceAll(/[[\]]/g, '')) !== 0

/** The messages of a request, one or several. `key`: its id; who shows none sends nothing large. Errors: 400, 413, 415. */
export async function readMessages(request: Bindings['incoming'], key: string | null): Promise<unknown> {
  const [type = '', charset = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
  if (type.trim() !== 'application/json' || (charset.includes('charset') && !/utf-?8/.test(charset)))
    throw new ApiError('unsupported_media', 'Send messages as application/json, in UTF-8.')
  const isLarge = key !== null && Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES
  const read = () => readBody(request, ['raw'], isLarge ? LARGEST_BYTES : MAX_BODY_BYTES)
  const { value } = await (isLarge ? inLargePlace(request, key, read) : read())
  return parsed((value as { bytes: Buffer }).bytes)
}

function parsed(bytes: Buffer): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ApiError('invalid_request', 'The body is not valid UTF-8.')
  }
  const messages = readAnyJson(text)
  if (typeof messages !== 'object' || messages === null)
    throw new ApiError('invalid_request', 'The body must be a JSON-RPC message: an object.')
  if (Array.isArray(messages) && (messages.length === 0 || messages.length > MOST_MESSAGES))
    throw new ApiError('invalid_request', `Send 1 to ${MOST_MESSAGES} messages at once; one is best.`)
  return messages
}

export const countOf = (messages: unknown): number => (Array.isArray(messages) ? messages.length : 1)

/** Whether it opens a stream that stays. */
export const isListening = (messages: unknown): boolean => (messages as { method?: unknown }).method === 'subscriptions/listen'

/** Whether a message asks for what only somebody with a key has: then the answer says how to get one, not that there is nothing. */
export function takesKey(messages: unknown, keyed: ReadonlySet<string>): boolean {
  return [messages].flat().some((message) => {
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown; uri?: unknown } }
    if (method === 'tools/call') return keyed.has(String(params?.name))
    if (method === 'prompts/get') return isOwnPrompt(params?.name)
    return method === 'resources/read' && isOwnResource(params?.uri)
  })
}
