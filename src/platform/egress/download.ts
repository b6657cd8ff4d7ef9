import { sizeText } from '#core/format/count.ts'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Dispatcher, buildConnector } from 'undici'
import { makeTempFolder } from '#platform/files/temp-folder.ts'
import { EgressError } from './errors.ts'
import { exchangeOnce } from './exchange.ts'
import type { Download, DownloadOptions } from './types.ts'
import { paced } from './pace.ts'
import type { Target } from './target.ts'

const MAX_REDIRECTS = 3
const TOTAL_TIMEOUT_MS = 15_000
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])

export type Downloader = {
  connect: buildConnector.connector
  tempRoot: string | undefined
  checkedTarget(raw: string): Target
}

type Hop = { redirect: string } | { file: Omit<Download, 'cleanup'> }

export async function downloadToFolder(from: Downloader, url: string, options: DownloadOptions): Promise<Download> {
  const first = from.checkedTarget(url)
  const folder = await makeTempFolder(from.tempRoot)
  try {
    const file = await followTo(from, first, join(folder.path, 'download'), options)
    return { ...file, cleanup: folder.remove }
  } catch (error) {
    await folder.remove()
    throw error
  }
}

async function followTo(from: Downloader, first: Target, path: string, options: DownloadOptions) {
  const deadline = AbortSignal.timeout(TOTAL_TIMEOUT_MS)
  const mostRedirects = options.maxRedirects ?? MAX_REDIRECTS
  let target = first
  for (let redirects = 0; ; redirects += 1) {
    const exchange = {
      connect: from.connect,
      target,
      method: 'GET',
      headers: { accept: options.accept ?? '*/*' },
      deadline,
      signal: options.signal,
    } as const
    const hop = await exchangeOnce(exchange, (response) => takeHop(response, target, path, options.maxBytes))
    if ('file' in hop) return hop.file
    if (redirects === mostRedirects) throw new EgressError('redirect', `The URL redirects more than ${mostRedirects} times.`)
    target = nextTarget(from, target, hop.redirect)
  }
}

async function takeHop(response: Dispatcher.ResponseData, target: Target, path: string, maxBytes: number): Promise<Hop> {
  const { statusCode: status, headers } = response
  if (REDIRECT_STATUSES.has(status)) {
    const location = first(headers.location)
    if (location === null) throw new EgressError('redirect', 'The URL redirects without a target address.', { status })
    return { redirect: location }
  }
  if (status !== 200) throw new EgressError('http_status', `The server answered with status ${status}.`, { status })
  if (!['', 'identity'].includes(first(headers['content-encoding'])?.toLowerCase() ?? '')) {
    throw new EgressError('unsupported', 'The server sent a compressed response, which is not accepted.')
  }
  if (Number(first(headers['content-length']) ?? 0) > maxBytes) throw tooLarge(maxBytes)

  let bytes = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of paced(response.body)) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      yield chunk
    }
  }
  await pipeline(counted, createWriteStream(path, { mode: 0o600 }))
  const contentType = first(headers['content-type'])?.split(';')[0]?.trim().toLowerCase() || null
  return { file: { path, bytes, contentType, finalUrl: target.url.href } }
}

function nextTarget(from: Downloader, current: Target, location: string): Target {
  const next = URL.parse(location, current.url.href)
  if (!next) throw new EgressError('redirect', 'The URL redirects to an address that cannot be read.')
  if (current.url.protocol === 'https:' && next.protocol !== 'https:') {
    throw new EgressError('redirect', 'The URL redirects from https to an insecure address.')
  }
  return from.checkedTarget(next.href)
}

function tooLarge(maxBytes: number): EgressError {
  return new EgressError('too_large', `The file is larger than ${sizeText(maxBytes)}.`)
}

function first(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null
}
