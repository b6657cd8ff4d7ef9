import { readFile } from 'node:fs/promises'
import type { Declarations } from '#domain/ucp.ts'
import type { Context } from '#platform/context.ts'
import { EgressError } from '#platform/egress/index.ts'
import { ApiError } from '#platform/errors.ts'
import { readJson } from '#platform/http/json.ts'
import type { PublicKey } from '#platform/message-signatures.ts'
import { Refusal } from './refusal.ts'

/** Who asks, by the profile that they publish. */
export type Platform = { url: string; version: string; capabilities: Declarations; keys: readonly PublicKey[]; webhookUrl: string | null }

export type Platforms = {
  /** The profile at an address, kept for a while. `address`: who is counted for it where it has to be fetched. Errors: as the overview names them. */
  read(url: string, address: string): Promise<Platform>
}

const MAX_BYTES = 64 * 1024
const FETCH_MS = 5_000
/** Overview, Hosting: at least a minute. A failure is kept too, so that one that is away is not asked each time. */
const KEPT_MS = 5 * 60_000
const FAILED_MS = 60_000
const MOST_KEPT = 500
/** Fetches at once: what strangers name costs the same however many come. */
const MOST_FETCHES = 8

type Kept = { untilMs: number; result: Platform | Refusal }

/** Profiles of platforms: fetched when first named, in bounded memory and number. */
export function createPlatforms(ctx: Context): Platforms {
  const kept = new Map<string, Kept>()
  const underWay = new Map<string, Promise<Platform | Refusal>>()

  function keep(url: string, result: Platform | Refusal): void {
    kept.delete(url)
    kept.set(url, { result, untilMs: ctx.now().getTime() + (result instanceof Refusal ? FAILED_MS : KEPT_MS) })
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
  }

  async function fetched(url: string): Promise<Platform | Refusal> {
    const result = await download(ctx, url).catch((error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    })
    keep(url, result)
    return result
  }

  return {
    async read(url, address) {
      const known = kept.get(url)
      if (known && known.untilMs > ctx.now().getTime()) return orThrow(known.result)
      const others = underWay.get(url)
      if (others) return orThrow(await others)
      await ctx.rateLimits.request({ address })
      if (underWay.size >= MOST_FETCHES)
        throw new Refusal(503, 'unavailable', 'Too many new platforms come at once. Try again in a moment.', {
          headers: { 'Retry-After': '2' },
        })
      const mine = fetched(url).finally(() => underWay.delete(url))
      underWay.set(url, mine)
      return orThrow(await mine)
    },
  }
}

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
      throw new Refusal(400, 'invalid_profile_url', `The profile of UCP-Agent is at no address that can be read. ${error.message}`)
    if (error instanceof EgressError)
      throw new Refusal(424, 'profile_unreachable', `The profile of UCP-Agent could not be fetched. ${error.message}`)
    throw error
  }
}

/** Over https alone; on one's own machine http too. */
function requireAddress({ config }: Context, url: string): void {
  const { protocol, hash, username } = URL.canParse(url) ? new URL(url) : { protocol: '', hash: '', username: '' }
  const isTaken = protocol === 'https:' || (protocol === 'http:' && config.mode === 'local')
  if (!isTaken || hash !== '' || username !== '')
    throw new Refusal(400, 'invalid_profile_url', 'The profile of UCP-Agent must be an https address: UCP-Agent: profile="https://…".')
}

/** What is read of a profile, and nothing else of it. Errors: `profile_malformed`. */
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
    if (!isRead) throw malformed(`ucp.capabilities["${name.slice(0, 100)}"] must be a list of entries with a version`)
  }
  return names as Declarations
}

/** Where news of orders go, of the last entry that says so. */
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

const malformed = (why: string): Refusal => new Refusal(422, 'profile_malformed', `The profile of UCP-Agent cannot be used: ${why}.`)
