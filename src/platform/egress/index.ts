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
  /** CIDRs that are always reachable (`OUTBOUND_ALLOW`). */
  allow?: readonly string[]
  /** Folder for downloads during inspection; default: the system's temp folder. */
  tempRoot?: string
  /** Default: the system's resolver. */
  lookup?: Lookup
  /** Extra certificate authorities, in PEM. */
  ca?: string
}

export type Egress = ReturnType<typeof createEgress>

/**
 * The only way to fetch an address that a user chose (completions 1; reliability.md 5.11). Each call is vetted separately.
 * Only connections of posts are reused, for some seconds.
 */
export function createEgress(options: EgressOptions) {
  const policy = createPolicy(options.mode, options.allow ?? [])
  const lookup = options.lookup ?? createSystemLookup()
  const connect = createConnector({ policy, lookup, ca: options.ca })
  const kept = createConnectionPool({ connect, policy, lookup })

  function checkedTarget(raw: string): Target {
    const target = parseTarget(raw)
    if (isIP(target.host) !== 0 && !policy.permitsAddress(target.host)) throw privateAddress()
    return target
  }

  /**
   * GETs a URL into a temp file. Follows at most 3 redirects by default, each checked, never from https to http. Limits: 3 s
   * to connect, 5 s to the first byte, 15 s in total. Throws EgressError.
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
   * POSTs once without redirects and returns the status. Drops up to 64 KiB of body. Public mode requires https. Throws
   * EgressError without a response.
   */
  async function post(url: string, settings: PostOptions): Promise<Posted> {
    const target = checkedTarget(url)
    if (policy.mode === 'public' && target.url.protocol !== 'https:') {
      throw new EgressError('bad_url', 'The URL must start with https://.')
    }
    return postTo(kept, target, settings)
  }

  /** Checks an address without a request, with the errors of `download`. */
  const check = (url: string): void => void downloadTarget(url)

  return { download, check, post, close: kept.close }
}
