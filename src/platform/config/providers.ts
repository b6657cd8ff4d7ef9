import { ConfigError, decimal, oneOf, required, text, url, type Env } from './values.ts'

type Model =
  | { kind: 'off' }
  | { kind: 'openai' | 'anthropic' | 'google'; apiKey: string; name: string | null; baseUrl: string | null; embeddingName: string | null }
  // a self-hosted server may need no key, and it has no default URL or default model
  | { kind: 'compatible'; apiKey: string | null; name: string; baseUrl: string; embeddingName: string | null }

export function model(env: Env): Model {
  const parts = ['MODEL_API_KEY', 'MODEL_NAME', 'MODEL_BASE_URL', 'EMBEDDING_MODEL']
  const alone = parts.find((name) => text(env, name) !== null)
  if (text(env, 'MODEL_PROVIDER') === null) {
    if (alone)
      throw new ConfigError(`MODEL_PROVIDER is missing: ${alone} is set, so name its provider (openai, anthropic, google or compatible).`)
    return { kind: 'off' }
  }
  const kind = oneOf(env, 'MODEL_PROVIDER', ['openai', 'anthropic', 'google', 'compatible'], 'openai')
  const why = `MODEL_PROVIDER=${kind} requires it`
  const [name, baseUrl, embeddingName] = [text(env, 'MODEL_NAME'), url(env, 'MODEL_BASE_URL'), text(env, 'EMBEDDING_MODEL')]
  if (kind === 'anthropic' && embeddingName !== null)
    throw new ConfigError('EMBEDDING_MODEL cannot be used with MODEL_PROVIDER=anthropic, which has no embeddings. Unset it.')
  if (kind !== 'compatible') return { kind, apiKey: required(env, 'MODEL_API_KEY', why), name, baseUrl, embeddingName }
  return {
    kind,
    apiKey: text(env, 'MODEL_API_KEY'),
    name: name ?? required(env, 'MODEL_NAME', why),
    baseUrl: baseUrl ?? required(env, 'MODEL_BASE_URL', why),
    embeddingName,
  }
}

type Comparables = { kind: 'off' } | { kind: 'ebay'; clientId: string; clientSecret: string; baseUrl: string | null }

export function comparables(env: Env): Comparables {
  const [clientId, clientSecret, baseUrl] = [text(env, 'EBAY_CLIENT_ID'), text(env, 'EBAY_CLIENT_SECRET'), url(env, 'EBAY_BASE_URL')]
  if (clientId === null && clientSecret === null) return { kind: 'off' }
  const why = 'set both EBAY_CLIENT_ID and EBAY_CLIENT_SECRET'
  return { kind: 'ebay', clientId: required(env, 'EBAY_CLIENT_ID', why), clientSecret: required(env, 'EBAY_CLIENT_SECRET', why), baseUrl }
}

export function catalog(env: Env): { kind: 'off' } | { kind: 'channel3'; apiKey: string; baseUrl: string | null } {
  const [apiKey, baseUrl] = [text(env, 'CHANNEL3_API_KEY'), url(env, 'CHANNEL3_BASE_URL')]
  return apiKey === null ? { kind: 'off' } : { kind: 'channel3', apiKey, baseUrl }
}

export function browser(env: Env): { kind: 'off' } | { kind: 'firecrawl'; apiKey: string; baseUrl: string | null } {
  const [apiKey, baseUrl] = [text(env, 'FIRECRAWL_API_KEY'), url(env, 'FIRECRAWL_API_URL')]
  return apiKey === null ? { kind: 'off' } : { kind: 'firecrawl', apiKey, baseUrl }
}

/** Returns the URLs of the search server and the prefix of its index names, or null if SEARCH_URL is not set. */
export function searchServer(env: Env): { urls: string[]; prefix: string } | null {
  const prefix = text(env, 'SEARCH_PREFIX') ?? 'market'
  if (!/^[a-z][a-z0-9-]{0,40}$/.test(prefix))
    throw new ConfigError('SEARCH_PREFIX must consist of lower-case letters, digits and hyphens, such as market.')
  const raw = text(env, 'SEARCH_URL')
  if (raw === null) return null
  const urls = raw.split(',').map((part) => part.trim())
  const isServer = (part: string) => URL.canParse(part) && ['http:', 'https:'].includes(new URL(part).protocol) && !new URL(part).search
  // omits the value from the message, because it may contain a password
  if (!urls.every(isServer))
    throw new ConfigError(
      'SEARCH_URL must be a comma-separated list of addresses of one OpenSearch cluster, such as https://user:password@host:9200.',
    )
  return { urls, prefix }
}

export function telemetry(env: Env): { endpoint: string; headers: Record<string, string>; tracesPercent: number } | null {
  const endpoint = url(env, 'OTEL_EXPORTER_OTLP_ENDPOINT')
  const headers = text(env, 'OTEL_EXPORTER_OTLP_HEADERS')
  const tracesPercent = decimal(env, 'TRACES_PERCENT', 10, 0, 100)
  if (endpoint === null) return null
  const pairs = (headers ?? '').split(',').filter((pair) => pair.trim() !== '')
  const parsed = pairs.map((pair) => /^\s*([\w-]+)=(.+)$/.exec(pair))
  if (parsed.includes(null))
    throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS must be a comma-separated list of pairs, such as authorization=Bearer%20abc.')
  return { endpoint, headers: Object.fromEntries(parsed.map((pair) => [pair![1]!, unescaped(pair![2]!)])), tracesPercent }
}

/** values of OpenTelemetry headers are percent-encoded */
function unescaped(value: string): string {
  try {
    return decodeURIComponent(value.trim())
  } catch {
    return value.trim()
  }
}
