import type { IncomingMessage } from 'node:http'
import { ApiError, clientGone, type ErrorType } from '#platform/errors/index.ts'
import type { BodyKind } from './endpoint.ts'
import { sendContinue } from './expect.ts'
import { readJson, utf8Text } from './json.ts'
import { MultipartError, parseMultipart, type MultipartReason } from './multipart.ts'
import { pairsToObject, readPairs } from './pairs.ts'
import type { Upload } from './upload.ts'

/** Default limit for request bodies, in bytes (spec: reliability 5.8). Uploads have separate limits. */
export const MAX_BODY_BYTES = 256 * 1024

export type ParsedBody = {
  kind: BodyKind | 'none'
  value: unknown
  files: readonly Upload[]
  cleanup(): Promise<void>
}

const NOTHING = async () => {}

const MEDIA_TYPES: Record<string, BodyKind> = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
  'multipart/form-data': 'multipart',
  'text/csv': 'csv',
}

/** Reads a body of any accepted type into one object for validation. Throws a 415 error for any other media type. */
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
  const text = utf8Text(bytes)
  const value = kind === 'json' ? readJson(text) : kind === 'form' ? pairsToObject(readPairs(text)) : { csv: text }
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
      `Send the body as ${allowed.join(' or ')}, in UTF-8; the Content-Type was ${describeType(header, mediaType)}.`,
    )
  }
  return empty && kind !== 'multipart' ? 'none' : kind
}

/**
 * Names the client's media type in the error message, because many tools silently choose a default: curl's `-d` sends a form. Repeats no
 * other text from the header.
 */
function describeType(header: string | undefined, mediaType: string): string {
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

/** Converts a multipart error to an API error for the client, and rethrows any other error. */
export function refuseMultipart(error: unknown): never {
  if (!(error instanceof MultipartError)) throw error
  const field = error.field?.replace(/\[\]$/, '')
  const param = field === undefined ? undefined : error.fileIndex === undefined ? field : `${field}[${error.fileIndex}]`
  if (error.reason === 'aborted') throw clientGone(error)
  throw new ApiError(MULTIPART_ERRORS[error.reason], error.message, {
    ...(param === undefined ? {} : { param }),
    ...(error.reason === 'too_large' && { headers: CLOSE }),
    cause: error,
  })
}

async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => new ApiError('too_large', `The body is larger than ${maxBytes} bytes. Send less.`, { headers: CLOSE })
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  sendContinue(request)
  const chunks: Buffer[] = []
  let size = 0
  const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  try {
    for await (const chunk of body) {
      size += chunk.length
      if (size > maxBytes) break
      chunks.push(chunk)
    }
  } catch (cause) {
    throw clientGone(cause)
  }
  if (size > maxBytes) throw tooLarge()
  return Buffer.concat(chunks)
}

const CLOSE = { Connection: 'close' }
