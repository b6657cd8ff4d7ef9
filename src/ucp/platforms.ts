import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Declarations } from './rules.ts'
import type { Context, Core } from '#platform/context/index.ts'
import { EgressError } from '#platform/egress/index.ts'
import { firstCodePoints } from '#core/text.ts'
import { ApiError } from '#platform/errors/index.ts'
import { readJson } from '#platform/http/json.ts'
import type { PublicKey } from '#platform/signatures/message-signatures.ts'
import { networkOf } from '#platform/limits/networks.ts'
import { Refusal } from './refusal.ts'

/** A platform that calls the service, as described in the platform's profile. */
export type Platform = { url: string; version: string; capabilities: Declarations; keys: readonly PublicKey[]; webhookUrl: string | null }

export type Platforms = {
  /**
   * Returns a cached profile, or fetches the profile. A fetch counts toward the limit for the caller's IP address (`address`). Errors: the
   * error codes in the UCP overview.
   */
  read(url: string, address: string): Promise<Platform>
}

const MAX_BYTES = 64 * 1024
const FETCH_MS = 5_000
/**
 * Cache lifetime of a profile; UCP requires at least a minute (UCP overview, Hosting). Failures are also cached, so that requests do not
 * contact an unreachable platform again and again.
 */
const CACHE_MS = 5 * 60_000
const FAILED_MS = 60_000
/** Time for which a cached profile remains valid while its platform is unreachable (spec: completions 13.1). */
const STALE_MS = 24 * 3600_000
/** Maximum time that a request waits while a profile is fetched. After that, the request uses the stale profile from the cache. */
const PATIENCE_MS = 500
const MAX_CACHED = 500
const MAX_CACHED_OF_HOST = 50
/**
 * Maximum number of concurrent fetches: in total, per network, and per host. A host that never responds blocks only fetches from itself.
 */
const MOST_FETCHES = { all: 32, network: 8, host: 2 }

type Profile = { platform: Platform; freshUntilMs: number; staleUntilMs: number }
type Failure = { refusal: Refusal; untilMs: number }
type Fetch = { host: string; network: string; result: Promise<Platform | Refusal> }

/** Caches profiles. The cache limits the number and the size of the profiles. */
export function createPlatforms(ctx: Context): Platforms {
  const profiles = new Map<string, Profile>()
  // stores failures in a separate map, so that they cannot evict profiles
  const failures = new Map<string, Failure>()
  const pending = new Map<string, Fetch>()
  const nowMs = () => ctx.now().getTime()

  function cacheProfile(url: string, platform: Platform): void {
    failures.delete(url)
    profiles.delete(url)
    const ofHost = [...profiles.keys()].filter((one) => hostOf(one) === hostOf(url))
    if (ofHost.length >= MAX_CACHED_OF_HOST) profiles.delete(ofHost[0]!)
    profiles.set(url, { platform, freshUntilMs: nowMs() + CACHE_MS, staleUntilMs: nowMs() + STALE_MS })
    if (profiles.size > MAX_CACHED) profiles.delete(profiles.keys().next().value!)
  }

  function cacheFailure(url: string, refusal: Refusal): void {
    failures.delete(url)
    failures.set(url, { refusal, untilMs: nowMs() + FAILED_MS })
    if (failures.size > MAX_CACHED) failures.delete(failures.keys().next().value!)
    if (!isAway(refusal)) profiles.delete(url)
  }

  async function fetched(url: string): Promise<Platform | Refusal> {
    try {
      const platform = await download(ctx, url)
      cacheProfile(url, platform)
      return platform
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      cacheFailure(url, error)
      return error
    }
  }

  function isFull(host: string, network: string): boolean {
    const running = [...pending.values()]
    const many = (is: (one: Fetch) => boolean, most: number) => running.filter(is).length >= most
    const { all, network: ofNetwork, host: ofHost } = MOST_FETCHES
    return running.length >= all || many((one) => one.host === host, ofHost) || many((one) => one.network === network, ofNetwork)
  }

  function fetchOf(url: string, address: string): Promise<Platform | Refusal> | null {
    const running = pending.get(url)
    if (running) return running.result
    const [host, network] = [hostOf(url), networkOf(address)]
    if (isFull(host, network)) return null
    const result = fetched(url).finally(() => pending.delete(url))
    pending.set(url, { host, network, result })
    return result
  }

  async function refreshed(url: string, { platform }: Profile, address: string): Promise<Platform> {
    const again = fetchOf(url, address)
    if (!again) return platform
    // ignores a failure, because the fetch caches it and this request can use the stale profile
    again.catch(() => {})
    const late = sleep(PATIENCE_MS, null, { ref: false })
    const result = await Promise.race([again, late])
    if (result === null || (result instanceof Refusal && isAway(result))) return platform
    return orThrow(result)
  }

  return {
    async read(url, address) {
      const known = profiles.get(url)
      const failure = failures.get(url)
      const isFailed = failure !== undefined && failure.untilMs > nowMs()
      if (known && known.staleUntilMs > nowMs()) {
        profiles.delete(url)
        profiles.set(url, known)
        return known.freshUntilMs > nowMs() || isFailed ? known.platform : refreshed(url, known, address)
      }
      if (isFailed) throw failure.refusal
      if (!pending.has(url)) await ctx.rateLimits.request({ address })
      const mine = fetchOf(url, address)
      if (mine) return orThrow(await mine)
      throw new Refusal(503, 'unavailable', 'Too many new platforms are connecting. Try again in a moment.', {
        headers: { 'Retry-After': '2' },
      })
    },
  }
}

/**
 * True when the error means that the platform is unreachable. In that case, the platform's stale profile can still be used. A malformed
 * profile does not count as unreachable.
 */
const isAway = ({ code }: Refusal): boolean => code !== 'profile_malformed'

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')

function orThrow(result: Platform | Refusal): Platform {
  if (result instanceof Refusal) throw result
  return result
}

async function download(ctx: Context, url: string): Promise<Platform> {
  requireAddress(ctx, url)
  const options = { maxBytes: MAX_BYTES, accept: 'application/json', maxRedirects: 0, signal: AbortSignal.timeout(FETCH_MS) }
  try {
    const document = await ctx.egress.download(url, options)
    try {
      return readPlatform(url, await readFile(document.path, 'utf8'))
    } finally {
      await document.cleanup()
    }
  } catch (error) {
    if (error instanceof EgressError && (error.reason === 'bad_url' || error.reason === 'private_address' || error.reason === 'dns'))
      throw new Refusal(400, 'invalid_profile_url', `The profile that UCP-Agent names cannot be read. ${error.message}`)
    if (error instanceof EgressError)
      throw new Refusal(424, 'profile_unreachable', `The profile that UCP-Agent names could not be fetched. ${error.message}`)
    throw error
  }
}

/** Requires an https URL. In local mode, http is also allowed. */
function requireAddress({ config }: Core, url: string): void {
  const { protocol, hash, username } = URL.canParse(url) ? new URL(url) : { protocol: '', hash: '', username: '' }
  const isTaken = protocol === 'https:' || (protocol === 'http:' && config.mode === 'local')
  if (!isTaken || hash !== '' || username !== '')
    throw new Refusal(400, 'invalid_profile_url', 'The profile of UCP-Agent must be an https URL: UCP-Agent: profile="https://…".')
}

/** Parses those parts of a profile that this service uses. Errors: `profile_malformed`. */
function readPlatform(url: string, text: string): Platform {
  const document = parsed(text)
  const ucp = objectOf(document['ucp'], 'ucp')
  const { version } = ucp
  if (typeof version !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(version)) throw malformed('ucp.version must be a date, YYYY-MM-DD')
  const capabilities = declarationsOf(ucp['capabilities'])
  const keys = document['signing_keys'] ?? []
  if (!Array.isArray(keys) || keys.some((key) => !isObject(key) || typeof key['kid'] !== 'string'))
    throw malformed('signing_keys must be a list of keys with a kid')
  return { url, version, capabilities, keys: keys as PublicKey[], webhookUrl: webhookOf(capabilities) }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return readJson(text)
  } catch (error) {
    if (error instanceof ApiError) throw malformed('it is not a JSON object')
    throw error
  }
}

function declarationsOf(value: unknown): Declarations {
  if (value === undefined) return {}
  const names = objectOf(value, 'ucp.capabilities')
  for (const [name, entries] of Object.entries(names)) {
    const isRead = Array.isArray(entries) && entries.every((entry) => isObject(entry) && typeof entry['version'] === 'string')
    if (!isRead) throw malformed(`ucp.capabilities["${firstCodePoints(name, 100)}"] must be a list of entries with a version`)
  }
  return names as Declarations
}

/**
 * Returns the webhook URL from the profile's order capability. If several entries of the capability contain a URL, the last URL applies.
 */
function webhookOf(capabilities: Declarations): string | null {
  const entries = Object.hasOwn(capabilities, 'dev.ucp.shopping.order') ? capabilities['dev.ucp.shopping.order']! : []
  const urls = entries.map((entry) => (entry as { config?: { webhook_url?: unknown } }).config?.webhook_url)
  return urls.findLast((url): url is string => typeof url === 'string' && url.length <= 2_000) ?? null
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function objectOf(value: unknown, name: string): Record<string, unknown> {
  if (!isObject(value)) throw malformed(`${name} must be an object`)
  return value
}

const malformed = (why: string): Refusal =>
  new Refusal(422, 'profile_malformed', `The profile that UCP-Agent names cannot be used: ${why}.`)
