import type { IncomingMessage } from 'node:http'
import { Busboy } from '@fastify/busboy'
import type { BusboyInstance } from '@fastify/busboy'
import { makeTempFolder } from '#platform/files/temp-folder.ts'
import { sendContinue } from './expect.ts'
import { MultipartError } from './multipart-error.ts'
import { createPartFiles, type MultipartLimits, type PartFile } from './multipart-files.ts'

export { MultipartError } from './multipart-error.ts'
export type { MultipartReason } from './multipart-error.ts'
export type { PartFile } from './multipart-files.ts'

export type MultipartBody = {
  /** Values by field name, in the order of the request. The object has no prototype, so `__proto__` is an ordinary name. */
  fields: Record<string, string[]>
  files: PartFile[]
  /** Removes the files. Must be called after use. Repeated calls are allowed. */
  cleanup(): Promise<void>
}

export const MULTIPART_LIMITS: MultipartLimits = {
  files: 24,
  fields: 30,
  fieldBytes: 64_000,
  fileBytes: 10 * 1_048_576,
  videoBytes: 40 * 1_048_576,
}

const END_TIMEOUT_MS = 10_000

/**
 * Streams a multipart body into a temporary folder (spec: interface, POST /listings/{id}/photos; completions 11 for the limits of 10 and 40
 * MB). A file's content determines its type and size limit. At most one file may be a video. On a MultipartError, removes the folder and
 * discards the rest of the body, so that the client receives the response.
 */
export async function parseMultipart(
  request: IncomingMessage,
  options: { tempRoot?: string; limits?: Partial<MultipartLimits> } = {},
): Promise<MultipartBody> {
  const limits = { ...MULTIPART_LIMITS, ...options.limits }
  const mostBytes = bodyLimit(limits)
  try {
    if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw bodyTooLarge(mostBytes)
    sendContinue(request)
    const folder = await makeTempFolder(options.tempRoot)
    try {
      return { ...(await readParts(request, folder.path, limits, mostBytes)), cleanup: folder.remove }
    } catch (error) {
      await folder.remove()
      throw error
    }
  } catch (error) {
    drain(request)
    throw error
  }
}

async function readParts(request: IncomingMessage, folder: string, limits: MultipartLimits, mostBytes: number) {
  const parser = createParser(request, limits)
  const fields: Record<string, string[]> = Object.create(null)
  const parts = createPartFiles(folder, limits)
  const ended = Promise.withResolvers<void>()
  const refuse = ended.reject

  parser.on('field', (name: string | undefined, value, _nameCut, valueCut) => {
    if (!name) return refuse(malformed('A part has no name.'))
    if (valueCut) return refuse(fieldTooLarge(name, limits.fieldBytes))
    ;(fields[name] ??= []).push(value)
  })
  let lastName: string | undefined
  parser.on('file', (name: string | undefined, stream, filename: string | undefined, _encoding, declaredType) => {
    // If the whole body fails, the current file's stream also emits the error, which would be uncaught without this listener.
    stream.on('error', () => {})
    lastName = name
    if (!name) refuse(malformed('A part has no name.'))
    else parts.add(stream, { field: name, filename: filename ?? '', declaredType }).catch(refuse)
  })
  parser.on('filesLimit', () => refuse(tooManyFiles(limits.files, lastName)))
  parser.on('fieldsLimit', () =>
    refuse(new MultipartError('too_many_fields', `At most ${limits.fields} fields can be sent in one request.`)),
  )
  parser.on('partsLimit', () => refuse(new MultipartError('too_many_fields', 'The body has too many parts.')))
  parser.on('error', (cause: unknown) => refuse(malformed('The body is not complete multipart/form-data.', cause)))
  parser.on('finish', ended.resolve)

  const stopFeeding = feed(parser, request, mostBytes, refuse)
  try {
    await ended.promise
    return { fields, files: await parts.finish() }
  } catch (error) {
    stopFeeding()
    await parts.abandon()
    throw error
  }
}

/**
 * Passes the request body to the parser. Returns a function that stops this. `pipe` is not used, because it would need cleanup when the
 * parser stops early.
 */
function feed(parser: BusboyInstance, request: IncomingMessage, mostBytes: number, refuse: (error: MultipartError) => void): () => void {
  let bytes = 0
  let stopped = false
  const goOn = () => request.resume()
  function onData(chunk: Buffer): void {
    bytes += chunk.length
    if (bytes > mostBytes) return refuse(bodyTooLarge(mostBytes))
    if (stopped || parser.write(chunk)) return
    request.pause()
    parser.once('drain', goOn)
  }
  function onEnd(): void {
    parser.end()
    // The parser may emit no event if the body ends unexpectedly.
    setTimeout(() => refuse(malformed('The body is not complete multipart/form-data.')), END_TIMEOUT_MS).unref()
  }
  const onError = (cause: Error) => refuse(aborted(cause))
  const onClose = () => {
    if (!request.complete) refuse(aborted())
  }
  request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
  if (request.destroyed) onClose()
  return () => {
    stopped = true
    parser.off('drain', goOn)
    request.off('data', onData).off('end', onEnd).off('close', onClose)
  }
}

function createParser(request: IncomingMessage, limits: MultipartLimits): BusboyInstance {
  const contentType = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw new MultipartError('wrong_type', 'The body must be multipart/form-data.')
  }
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        files: limits.files,
        fields: limits.fields,
        fieldSize: limits.fieldBytes,
        parts: limits.files + limits.fields + 1,
        headerPairs: 32,
        headerSize: 8_192,
      },
    })
  } catch (cause) {
    throw malformed('The Content-Type header has no boundary.', cause)
  }
}

/** Returns the maximum body size in bytes: one video, images for all other files, all fields at full size, and the multipart overhead. */
function bodyLimit(limits: MultipartLimits): number {
  const wrappingBytes = 1_024 * (limits.files + limits.fields)
  return (limits.files - 1) * limits.fileBytes + limits.videoBytes + limits.fields * limits.fieldBytes + wrappingBytes
}

/** Discards the rest of the body, because a client that is still sending gets the response only if the service reads on (`drain.ts`). */
function drain(request: IncomingMessage): void {
  request.on('error', () => {})
  request.resume()
}

function tooManyFiles(files: number, field = 'file'): MultipartError {
  return new MultipartError('too_many_files', `At most ${files} files can be sent in one request.`, { field, fileIndex: files })
}

function bodyTooLarge(mostBytes: number): MultipartError {
  return new MultipartError('too_large', `The body can have at most ${Math.floor(mostBytes / 1_048_576)} MB.`)
}

function fieldTooLarge(field: string, fieldBytes: number): MultipartError {
  return new MultipartError('too_large', `A field can have at most ${fieldBytes} bytes; shorten it.`, { field })
}

function malformed(message: string, cause?: unknown): MultipartError {
  return new MultipartError('malformed', message, { cause })
}

function aborted(cause?: unknown): MultipartError {
  return new MultipartError('aborted', 'The connection ended before the whole body had arrived.', { cause })
}
