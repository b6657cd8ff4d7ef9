import { isIP } from 'node:net'
import { createConnector } from './connector.ts'
import { downloadToFolder } from './download.ts'
import { EgressError } from './errors.ts'
import { createPolicy } from './policy.ts'
import type { EgressMode } from './policy.ts'
import { createConnectionPool } from './connection-pool.ts'
import { postTo } from './post.ts'
import { createSystemLookup, privateAddress } from './resolve.ts'
import type { Lookup } from './resolve.ts'
import { parseTarget } from './target.ts'
import type { Target } from './target.ts'
import type { Download, DownloadOptions, Posted, PostOptions } from './types.ts'

export { EgressError } from './errors.ts'
export type { EgressReason } from './errors.ts'
export type { EgressMode } from './policy.ts'
export type { Lookup } from './resolve.ts'
export type { Download, DownloadOptions, Posted, PostOptions } from './types.ts'

export type EgressOptions = {
  mode: EgressMode
  /** CIDRs that are always permitted (`OUTBOUND_ALLOW`). */
  allow?: readonly string[]
  /** Parent of the temporary folders for downloads. Default: the system's temp folder. */
  tempRoot?: string
  /** DNS resolver. Default: the system's resolver. */
  lookup?: Lookup
  ca?: string
}

export type Egress = ReturnType<typeof createEgress>

/**
 * Creates the only functions that may send requests to URLs chosen by users (spec: completions 1; reliability 5.11). Every call checks the
 * URL and the IP address. Only `post` reuses connections, for a few seconds.
 */
export function createEgress(options: EgressOptions) {
  const policy = createPolicy(options.mode, options.allow ?? [])
  const lookup = options.lookup ?? createSystemLookup()
  const connect = createConnector({ policy, lookup, ca: options.ca })
  const pool = createConnectionPool({ connect, policy, lookup })

  function checkedTarget(raw: string): Target {
    const target = parseTarget(raw)
    if (isIP(target.host) !== 0 && !policy.permitsAddress(target.host)) throw privateAddress()
    return target
  }

  /**
   * Downloads a URL to a temporary file. By default, follows at most 3 redirects. Checks each URL, and never follows a redirect from https
   * to http. Time limits: 3 s to connect, 5 s to the first byte, 15 s in total. Throws EgressError.
   */
  function download(url: string, settings: DownloadOptions): Promise<Download> {
    return downloadToFolder({ connect, tempRoot: options.tempRoot, checkedTarget: downloadTarget }, url, settings)
  }

  function downloadTarget(raw: string): Target {
    const target = checkedTarget(raw)
    if (policy.mode === 'public' && isIP(target.host) !== 0 && !policy.isAllowListed(target.host)) {
      throw new EgressError('bad_url', 'The URL needs a host name instead of an IP address.')
    }
    return target
  }

  /**
   * Sends one POST request without following redirects, and returns the status. Discards up to 64 KiB of the response body. In public mode,
   * only https is allowed. Throws EgressError if there is no response.
   */
  async function post(url: string, settings: PostOptions): Promise<Posted> {
    const target = checkedTarget(url)
    if (policy.mode === 'public' && target.url.protocol !== 'https:') {
      throw new EgressError('bad_url', 'The URL must start with https://.')
    }
    return postTo(pool, target, settings)
  }

  /** Checks a URL without sending a request. Throws the same errors as `download` for a refused URL. */
  const check = (url: string): void => void downloadTarget(url)

  return { download, check, post, close: pool.close }
}
