import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Stored = { bytes: Buffer; contentType: string; modifiedAt: Date }

const ACCESS = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'eu-central-1',
  bucket: 'photos',
}
const MAX_SKEW_MS = 15 * 60_000
/** Page size for lists. The size is so small that even a list of a few objects has several pages. */
const PAGE_KEYS = 2

/**
 * Starts an object store on loopback that implements S3's documented REST API in path style: PUT, GET (with ranges), HEAD, DELETE and
 * ListObjectsV2. Verifies every signature (Version 4) and payload hash with code of its own, independent of the client.
 */
export async function startS3() {
  const objects = new Map<string, Stored>()
  let failures = 0
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    if (failures > 0) {
      failures -= 1
      return sendError(response, 503, 'SlowDown')
    }
    const refusal = signatureError(request, body)
    if (refusal) return sendError(response, 403, refusal)
    const url = new URL(request.url!, 'http://s3')
    const [, bucket, ...rest] = url.pathname.split('/')
    if (bucket !== ACCESS.bucket) return sendError(response, 404, 'NoSuchBucket')
    const key = decodeURIComponent(rest.join('/'))
    if (key === '') return sendList(response, url.searchParams)
    if (request.method === 'PUT') return store(request, response, key, body)
    if (request.method === 'DELETE') {
      objects.delete(key)
      response.writeHead(204).end()
      return
    }
    sendObject(request, response, key)
  }

  function store(request: IncomingMessage, response: ServerResponse, key: string, bytes: Buffer): void {
    objects.set(key, { bytes, contentType: request.headers['content-type'] ?? '', modifiedAt: new Date() })
    response.writeHead(200, { etag: `"${createHash('md5').update(bytes).digest('hex')}"` }).end()
  }

  function sendObject(request: IncomingMessage, response: ServerResponse, key: string): void {
    const found = objects.get(key)
    if (!found) return sendError(response, 404, 'NoSuchKey')
    const size = found.bytes.length
    const headers = { 'content-type': found.contentType, 'last-modified': found.modifiedAt.toUTCString(), 'accept-ranges': 'bytes' }
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
    if (!range) {
      response.writeHead(200, { ...headers, 'content-length': size }).end(request.method === 'HEAD' ? undefined : found.bytes)
      return
    }
    const start = Number(range[1])
    const end = Math.min(range[2] === '' ? size - 1 : Number(range[2]), size - 1)
    if (start >= size) return sendError(response, 416, 'InvalidRange')
    response.writeHead(206, { ...headers, 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${size}` })
    response.end(found.bytes.subarray(start, end + 1))
  }

  function sendList(response: ServerResponse, query: URLSearchParams): void {
    if (query.get('list-type') !== '2') return sendError(response, 400, 'InvalidArgument')
    const after = query.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).sort()
    const page = keys.slice(0, PAGE_KEYS)
    const more = keys.length > page.length
    const contents = page.map((key) => {
      const { bytes, modifiedAt } = objects.get(key)!
      return `<Contents><Key>${key}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><ETag>&quot;x&quot;</ETag><Size>${bytes.length}</Size></Contents>`
    })
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><Name>${ACCESS.bucket}</Name><IsTruncated>${more}</IsTruncated>` +
          `${contents.join('')}${more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''}</ListBucketResult>`,
      )
  }

  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    ...ACCESS,
    endpoint: `http://127.0.0.1:${port}`,
    /** Reopens the store after `close`. The port and all objects are the same as before. */
    open: () => listen(port),
    objects,
    failNext(count: number): void {
      failures = count
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function sendError(response: ServerResponse, status: number, code: string): void {
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message><RequestId>1</RequestId></Error>`
  response.writeHead(status, { 'content-type': 'application/xml' }).end(response.req.method === 'HEAD' ? undefined : xml)
}

/** Returns the S3 error code if the signature, date or payload hash is invalid. Otherwise returns null. */
function signatureError(request: IncomingMessage, body: Buffer): string | null {
  const { headers } = request
  const parsed =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!parsed) return 'AccessDenied'
  const [, accessKeyId, day, region, signedHeaders, signature] = parsed as unknown as [string, string, string, string, string, string]
  if (accessKeyId !== ACCESS.accessKeyId) return 'InvalidAccessKeyId'
  if (region !== ACCESS.region) return 'AuthorizationHeaderMalformed'
  const stamp = String(headers['x-amz-date'])
  const time = Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - time) < MAX_SKEW_MS) || !stamp.startsWith(day)) return 'RequestTimeTooSkewed'
  const names = signedHeaders.split(';')
  if (!names.includes('host') || Object.keys(headers).some((name) => name.startsWith('x-amz-') && !names.includes(name)))
    return 'AccessDenied'
  const payload = String(headers['x-amz-content-sha256'])
  if (payload !== sha256(body)) return 'XAmzContentSHA256Mismatch'

  const url = new URL(request.url!, 'http://s3')
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...names.map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}`,
    ),
    '',
    signedHeaders,
    payload,
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', stamp, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n')
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (key, part) => hmac(key, part),
    `AWS4${ACCESS.secretAccessKey}`,
  )
  return hmac(signingKey, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex')
}

function hmac(key: string | Buffer, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest()
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}
