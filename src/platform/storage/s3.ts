import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import { Agent } from 'undici'
import type { Dispatcher } from 'undici'
import { StorageError, checkKey, checkRange } from './index.ts'
import type { ByteRange, Storage, StorageSource, StoredEntry } from './index.ts'
import { parseListing } from './s3-listing.ts'

export type S3Options = {
  /** Base URL, such as `https://s3.eu-central-1.amazonaws.com` or `http://localhost:9000`. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  timeoutMs?: number
}

type Call = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Creates the request body; called once per attempt. */
  body?: () => Readable | Uint8Array
  bodySha256?: string
}

const EMPTY_SHA256 = createHash('sha256').digest('hex')
const TRIES = 3

/**
 * Creates S3-compatible storage over REST with Signature Version 4. The operator sets the endpoint, so requests bypass the egress guard.
 */
export function createS3Storage(options: S3Options): Storage {
  const timeoutMs = options.timeoutMs ?? 30_000
  const agent = new Agent({ connections: 16, connectTimeout: 5_000, headersTimeout: timeoutMs, bodyTimeout: timeoutMs })

  async function put(key: string, source: StorageSource, contentType: string): Promise<void> {
    const { bytes, sha256 } = await measure(source)
    const response = await call({
      method: 'PUT',
      key,
      headers: { 'content-type': contentType, 'content-length': String(bytes) },
      body: () => (source instanceof Uint8Array ? source : createReadStream(source.path)),
      bodySha256: sha256,
    })
    await response.body.dump()
    if (response.statusCode !== 200) throw unexpected(response)
  }

  async function read(key: string, range?: ByteRange) {
    if (range) checkRange(range, Number.MAX_SAFE_INTEGER)
    const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end ?? ''}` } : {}
    const response = await call({ method: 'GET', key, headers })
    if (response.statusCode === 200 || response.statusCode === 206) {
      // ignores errors in an abandoned body, because the body's reader receives the same errors
      response.body.on('error', () => {})
      return { stream: response.body as Readable, size: wholeSize(response) }
    }
    const problem = await response.body.text()
    // A missing bucket (or, on some servers, an unknown access key) is a configuration error, which returning null would hide.
    if (response.statusCode === 404 && problem.includes('<Code>NoSuchKey</Code>')) return null
    if (response.statusCode === 416) throw new StorageError('bad_range', 'The range is outside the file.')
    throw unexpected(response)
  }

  async function size(key: string): Promise<number | null> {
    const response = await call({ method: 'HEAD', key })
    await response.body.dump()
    if (response.statusCode === 404) return null
    if (response.statusCode !== 200) throw unexpected(response)
    return Number(response.headers['content-length'])
  }

  async function remove(key: string): Promise<void> {
    const response = await call({ method: 'DELETE', key })
    await response.body.dump()
    if (response.statusCode !== 204 && response.statusCode !== 200 && response.statusCode !== 404) throw unexpected(response)
  }

  async function* list(prefix: string): AsyncGenerator<StoredEntry> {
    let token: string | null = null
    do {
      const query: Record<string, string> = { 'list-type': '2', prefix, ...(token === null ? {} : { 'continuation-token': token }) }
      const response = await call({ method: 'GET', query })
      if (response.statusCode !== 200) {
        await response.body.dump()
        throw unexpected(response)
      }
      const page = parseListing(await response.body.text())
      yield* page.entries
      token = page.nextToken
    } while (token !== null)
  }

  async function call(request: Call): Promise<Dispatcher.ResponseData> {
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt === TRIES
      try {
        const response = await send(request)
        if (last || !isPassing(response.statusCode)) return response
        await response.body.dump()
      } catch (cause) {
        if (cause instanceof StorageError) throw cause
        if (last) throw new StorageError('unavailable', 'The object storage cannot be reached.', { cause })
      }
      await new Promise((resolve) => setTimeout(resolve, 100 * 4 ** (attempt - 1)))
    }
  }

  async function send(request: Call): Promise<Dispatcher.ResponseData> {
    const url = urlOf(options, request)
    // Uses the machine's clock: S3 rejects clock skew, and tests may advance the service's clock.
    const signed = await new AwsV4Signer({
      method: request.method,
      url: url.href,
      headers: { ...request.headers, 'x-amz-content-sha256': request.bodySha256 ?? EMPTY_SHA256 },
      accessKeyId: options.accessKeyId,
      secretAccessKey: options.secretAccessKey,
      service: 's3',
      region: options.region,
    }).sign()
    return agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method,
      headers: Object.fromEntries(signed.headers),
      body: request.body?.() ?? null,
    })
  }

  return { put, read, size, delete: remove, list, close: () => agent.destroy() }
}

function urlOf(options: S3Options, { key, query }: Call): URL {
  const url = new URL(options.endpoint)
  const base = url.pathname.replace(/\/$/, '')
  const path = key === undefined ? '' : checkKey(key)
  url.pathname = `${base}/${options.bucket}/${path}`
  // The URL's query is encoded in the same way as for the signature, so that spaces and slashes match in both.
  url.search = Object.entries(query ?? {})
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&')
  return url
}

async function measure(source: StorageSource): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  if (source instanceof Uint8Array) return { bytes: source.byteLength, sha256: hash.update(source).digest('hex') }
  const { size } = await stat(source.path)
  await pipeline(createReadStream(source.path), hash)
  return { bytes: size, sha256: hash.digest('hex') }
}

function wholeSize({ headers }: Dispatcher.ResponseData): number {
  const whole = /\/(\d+)$/.exec(String(headers['content-range'] ?? ''))
  return Number(whole ? whole[1] : headers['content-length'])
}

function isPassing(status: number): boolean {
  return status >= 500 || status === 429
}

function unexpected(response: Dispatcher.ResponseData): StorageError {
  return new StorageError('unavailable', `The object storage returned status ${response.statusCode}.`)
}
