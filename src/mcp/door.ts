import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { Config } from '#platform/config/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { MAX_BODY_BYTES, readBody } from '#platform/http/body.ts'
import { readAnyJson, utf8Text } from '#platform/http/json.ts'
import type { Bindings } from '#platform/http/bindings.ts'
import { createBodySlots } from '#platform/http/signed-bodies.ts'
import { isOwnPrompt } from './prompts.ts'
import { isOwnResource } from './resources.ts'

/**
 * Paths of the MCP endpoint. The first path also serves anonymous users. The second path always requires a key, so that clients with
 * support for browser sign-in start the sign-in.
 */
export const MCP_PATHS = ['/mcp', '/mcp/account'] as const

/** Maximum message size in bytes: enough for a 10 MB image in base64 and some text. */
const LARGEST_BYTES = 14 * 2 ** 20
/**
 * Limits the number of large messages in memory. At the limit, a new message aborts the oldest message of the key with the most messages,
 * so that slow uploads with one key do not block other keys.
 */
const inLargeSlot = createBodySlots({ most: 8, longestMs: 60_000 })
/** Maximum number of messages in one request. Only older clients send more than one. */
const MOST_MESSAGES = 20

type Names = Pick<Config, 'publicUrl' | 'programsUrl' | 'mode'>

/**
 * Rejects browser requests that do not come from our own pages. Other programs send no Origin header and are not affected. `mountPages` checks
 * the Host header (DNS rebinding). Errors: 403.
 */
export function requireOwnOrigin({ origin }: Pick<IncomingHttpHeaders, 'origin'>, names: Names): void {
  if (origin === undefined || [names.publicUrl, names.programsUrl].some((url) => new URL(url).origin === origin)) return
  if (names.mode !== 'local' || !URL.canParse(origin) || !isLocalName(new URL(origin).hostname))
    throw new ApiError('permission', 'Pages of other websites cannot call this URL. A program must not send an Origin header.', {
      code: 'origin',
    })
}

/** Returns true for `localhost` and IP addresses, where developers run their own tools. */
const isLocalName = (name: string): boolean => name === 'localhost' || isIP(name.replaceAll(/[[\]]/g, '')) !== 0

/** Reads one or several messages. `key`: id of the caller's key. Without a key, the general size limit applies. Errors: 400, 413, 415. */
export async function readMessages(request: Bindings['incoming'], key: string | null): Promise<unknown> {
  const [type = '', charset = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
  if (type.trim() !== 'application/json' || (charset.includes('charset') && !/utf-?8/.test(charset)))
    throw new ApiError('unsupported_media', 'Send messages as application/json, in UTF-8.')
  const isLarge = key !== null && Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES
  const read = () => readBody(request, ['raw'], isLarge ? LARGEST_BYTES : MAX_BODY_BYTES)
  const { value } = await (isLarge ? inLargeSlot(request, key, read) : read())
  return parsed((value as { bytes: Buffer }).bytes)
}

function parsed(bytes: Buffer): unknown {
  const messages = readAnyJson(utf8Text(bytes))
  if (typeof messages !== 'object' || messages === null)
    throw new ApiError('invalid_request', 'The body must be a JSON-RPC message: an object.')
  if (Array.isArray(messages) && (messages.length === 0 || messages.length > MOST_MESSAGES))
    throw new ApiError('invalid_request', `Send 1 to ${MOST_MESSAGES} messages in one request, preferably 1.`)
  return messages
}

export const countOf = (messages: unknown): number => (Array.isArray(messages) ? messages.length : 1)

/** True for a request that opens a long-lived stream. */
export const isListening = (messages: unknown): boolean => (messages as { method?: unknown }).method === 'subscriptions/listen'

/** True if a message requires a key. A caller without one then gets an explanation of how to get a key instead of a 404. */
export function requiresKey(messages: unknown, keyed: ReadonlySet<string>): boolean {
  return [messages].flat().some((message) => {
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown; uri?: unknown } }
    if (method === 'tools/call') return keyed.has(String(params?.name))
    if (method === 'prompts/get') return isOwnPrompt(params?.name)
    return method === 'resources/read' && isOwnResource(params?.uri)
  })
}
