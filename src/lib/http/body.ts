import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, type ErrorType } from '#lib/errors.ts'
import { pairsToObject } from './coerce.ts'
import type { BodyKind } from './endpoint.ts'
import { MultipartError, parseMultipart, type MultipartReason } from './multipart.ts'
import type { Upload } from './upload.ts'

/** The common limit of a body, in bytes (reliability 5.8). Uploads have limits of their own. */
export const MAX_BODY_BYTES = 256 * 1024
const MAX_JSON_DEPTH = 32
/** How much of a body that is too large is read and dropped, and for how long, before the answer. */
const DROPPED_BYTES = 8 * 1_048_576
const DROPPING_MS = 2_000

export type ParsedBody = {
  kind: BodyKind | 'none'
  value: unknown
  files: readonly Upload[]
  /** Removes temporary files. */
  cleanup(): Promise<void>
}

const NOTHING = async () => {}

const MEDIA_TYPES: Record<string, BodyKind> = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
  'multipart/form-data': 'multipart',
  'text/csv': 'csv',
}

/**
 * Reads any kind of body into one object, to be validated once by one schema. The media type is looked up in
 * an exact list; anything else is 415.
 */
export async function readBody(request: IncomingMessage, accepts: readonly BodyKind[], maxBytes = MAX_BODY_BYTES): Promise<ParsedBody> {
  const kind = bodyKind(request, accepts)
  if (kind === 'none') return { kind, value: {}, files: [], cleanup: NOTHING }
  if (kind === 'multipart') {
    const { fields, files, cleanup } = await parseMultipart(request).catch(refuseMultipart)
    const pairs = Object.entries(fields).flatMap(([name, values]) => values.map((value) => [name, value] as const))
    return { kind, value: pairsToObject(pairs), files, cleanup }
  }
  const bytes = await readBytes(request, maxBytes)
  if (kind === 'raw') return { kind, value: { bytes, headers: request.headers }, files: [], cleanup: NOTHING }
  const text = decode(bytes)
  const value = kind === 'json' ? parseJson(text) : kind === 'form' ? parseForm(text) : { csv: text }
  return { kind, value, files: [], cleanup: NOTHING }
}

function bodyKind(request: IncomingMessage, accepts: readonly BodyKind[]): BodyKind | 'none' {
  if (accepts.includes('raw')) return 'raw'
  const empty = request.headers['transfer-encoding'] === undefined && Number(request.headers['content-length'] ?? 0) === 0
  const header = request.headers['content-type']
  if (empty && (header === undefined || accepts.length === 0)) return 'none'
  if (accepts.length === 0) return 'none'
  const mediaType = (header ?? '').split(';')[0]!.trim().toLowerCase()
  const kind = MEDIA_TYPES[mediaType]
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(header ?? '')?.[1]?.toLowerCase()
  if (kind === undefined || !accepts.includes(kind) || (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')) {
    const allowed = Object.keys(MEDIA_TYPES).filter((type) => accepts.includes(MEDIA_TYPES[type]!))
    throw new ApiError(
      'unsupported_media',
      `Send the body as ${allowed.join(' or ')}, in UTF-8; the Content-Type was ${told(header, mediaType)}.`,
    )
  }
  return empty && kind !== 'multipart' ? 'none' : kind
}

/** What came instead, for who did not know that their tool says so: curl's `-d` says form. Nothing unknown is repeated. */
function told(header: string | undefined, mediaType: string): string {
  if (header === undefined) return 'missing'
  return Object.hasOwn(MEDIA_TYPES, mediaType) && header.trim().toLowerCase() === mediaType ? mediaType : 'another'
}

const MULTIPART_ERRORS: Record<MultipartReason, ErrorType> = {
  aborted: 'invalid_request',
  malformed: 'invalid_request',
  too_large: 'too_large',
  too_many_fields: 'invalid_request',
  too_many_files: 'invalid_request',
  too_many_videos: 'invalid_request',
  wrong_type: 'unsupported_media',
}

function refuseMultipart(error: unknown): never {
  if (!(error instanceof MultipartError)) throw error
  const field = error.field?.replace(/\[\]$/, '')
  const param = field === undefined ? undefined : error.fileIndex === undefined ? field : `${field}[${error.fileIndex}]`
  throw new ApiError(MULTIPART_ERRORS[error.reason], error.message, { ...(param === undefined ? {} : { param }), cause: error })
}

async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = Number(request.headers['content-length'] ?? 0)
  if (size <= maxBytes) {
    size = 0
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) break
      chunks.push(chunk)
    }
  }
  if (size <= maxBytes) return Buffer.concat(chunks)
  await Promise.race([passOver(request), sleep(DROPPING_MS)])
  throw new ApiError('too_large', `The body is larger than ${maxBytes} bytes. Send less.`, { headers: { Connection: 'close' } })
}

/** Reads on and keeps nothing: who is still sending hears the answer only when somebody listens. */
async function passOver(request: IncomingMessage): Promise<void> {
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > DROPPED_BYTES) request.destroy()
  })
  await finished(request).catch(() => {})
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ApiError('invalid_request', 'The body is not valid UTF-8.')
  }
}

function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ApiError('invalid_request', 'The body is not valid JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ApiError('invalid_request', 'The body must be a JSON object.')
  if (deeperThan(value, MAX_JSON_DEPTH))
    throw new ApiError('invalid_request', `The body is nested more than ${MAX_JSON_DEPTH} levels deep.`)
  return value
}

function deeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  return Object.values(value).some((inner) => deeperThan(inner, levels - 1))
}

function parseForm(text: string): unknown {
  const decodePart = (part: string) => decodeURIComponent(part.replaceAll('+', ' '))
  try {
    const pairs = text
      .split('&')
      .filter(Boolean)
      .map((pair) => {
        const at = pair.indexOf('=')
        return at === -1 ? ([decodePart(pair), ''] as const) : ([decodePart(pair.slice(0, at)), decodePart(pair.slice(at + 1))] as const)
      })
    return pairsToObject(pairs)
  } catch {
    throw new ApiError('invalid_request', 'The form body has a percent sign that does not encode a character.')
  }
}
