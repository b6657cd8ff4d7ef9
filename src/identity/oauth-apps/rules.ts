import { AGENT_ASK_FIRST, SCOPES, type AskFirst, type Scope } from '#core/scopes.ts'

/** Pure rules for OAuth 2.1 (RFC 6749, 7636, 8252, 9700; docs/oauth.md). */

/** Lifetimes of an authorization code, an access token and a grant, in milliseconds. */
export const CODE_MS = 60_000
export const ACCESS_MS = 3600_000
export const GRANT_MS = 90 * 24 * 3600_000

export const MAX_REDIRECTS = 10
const MAX_REDIRECT_LENGTH = 1000

/** URI schemes for desktop apps, which have no web URL to redirect to. */
const APP_SCHEMES = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:'])
const NEAR = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Returns the problem with a redirect URI, or null. The text continues a sentence that starts with the name of the field. */
export function redirectProblem(uri: string): string | null {
  if (uri.length > MAX_REDIRECT_LENGTH) return `must have at most ${MAX_REDIRECT_LENGTH} characters`
  if (!/^[\x21-\x7e]+$/.test(uri) || !URL.canParse(uri)) return 'must be an absolute URI'
  const { protocol, hostname, hash, username, password } = new URL(uri)
  if (hash !== '' || uri.endsWith('#')) return 'must not contain a fragment'
  if (username !== '' || password !== '') return 'must not contain a user name or password'
  if (protocol === 'https:') return null
  if (protocol === 'http:') return NEAR.has(hostname) ? null : 'must be https, or http on this machine (localhost, 127.0.0.1, [::1])'
  // a private URI scheme must be a reversed domain name, such as com.example.app
  return APP_SCHEMES.has(protocol) || /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(protocol) ? null : 'must be https'
}

/**
 * Returns true if an authorization code may be sent to the URI. The URI must equal a registered URI; only the port on the local machine may
 * differ (RFC 8252, 7.3).
 */
export const matchesRedirect = (known: readonly string[], requested: string): boolean =>
  redirectProblem(requested) === null && known.some((one) => one === requested || withoutPort(one) === (withoutPort(requested) ?? ''))

function withoutPort(uri: string): string | null {
  if (!URL.canParse(uri)) return null
  const url = new URL(uri)
  // http is possible only on the local machine, because `redirectProblem` rejects all other http URIs
  if (url.protocol !== 'http:') return null
  url.port = ''
  return url.href
}

/** Scopes of the Universal Commerce Protocol, with the equivalent scopes of this service. */
export const scopeAliases: Readonly<Record<string, { scope: Scope; label: string }>> = {
  'dev.ucp.shopping.checkout:manage': { scope: 'buying', label: 'Buy for you, up to the limits you set.' },
  'dev.ucp.shopping.cart:manage': { scope: 'buying', label: 'Save items in carts for you.' },
  'dev.ucp.shopping.order:read': { scope: 'read', label: 'See your purchases.' },
}

/** Returns a token's scopes, both with our names and with the names from the Universal Commerce Protocol. */
export const namesOfScopes = (scopes: readonly string[]): string[] => [
  ...scopes,
  ...Object.keys(scopeAliases).filter((name) => scopes.includes(scopeAliases[name]!.scope)),
]

/**
 * Parses requested scopes. Ignores scopes that are common elsewhere but have no meaning here (`openid`, `offline_access`). Returns null if
 * a scope is unknown.
 */
export function readScopes(text: string | undefined): Scope[] | null {
  const names = [...new Set((text ?? '').split(' ').filter((word) => word !== ''))]
  const requested = names
    .filter((word) => !LEFT_OUT.has(word))
    .map((word) => (Object.hasOwn(scopeAliases, word) ? scopeAliases[word]!.scope : word))
  if (requested.some((word) => !(SCOPES as readonly string[]).includes(word))) return null
  const scopes = requested.length === 0 ? USUAL : requested
  return SCOPES.filter((scope) => scope === 'read' || scopes.includes(scope))
}

const LEFT_OUT = new Set(['openid', 'profile', 'email', 'offline_access'])
const USUAL: readonly string[] = SCOPES.filter((scope) => scope !== 'webhooks' && scope !== 'shops')

/**
 * Scopes that permit actions in `AGENT_ASK_FIRST` (the actions that need approval by default for agent keys). For all other actions, this
 * is only the scope in the action's name.
 */
const REACHED_BY: Partial<Record<AskFirst, readonly Scope[]>> = {
  'shops.floor': ['shops', 'listings'],
  // unpublishing a listing or a shop refunds its deposits
  'orders.refund': ['orders', 'listings', 'shops'],
  'orders.cancel': ['orders', 'buying'],
  // a checkout can contain the URL of a webhook, which then receives updates about the order
  'webhooks.change': ['webhooks', 'buying'],
}

/**
 * Returns the actions in `AGENT_ASK_FIRST` that these scopes permit, for the consent page. The app's key needs approval for every action in
 * `AGENT_ASK_FIRST`, listed or not (spec: completions 13.1).
 */
export const approvalsWithin = (scopes: readonly Scope[]): AskFirst[] =>
  AGENT_ASK_FIRST.filter((action) => (REACHED_BY[action] ?? [action.split('.')[0] as Scope]).some((scope) => scopes.includes(scope)))

/** Returns true if the text is a valid S256 code challenge (PKCE). `isVerifier` is the same for a code verifier (RFC 7636, 4.1 and 4.2). */
export const isChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)
export const isVerifier = (text: string): boolean => /^[A-Za-z0-9._~-]{43,128}$/.test(text)

/**
 * Returns true for the URL of an app's metadata document, which is also the app's id. With `near`, http URLs on the local machine are also
 * allowed.
 */
export function isDocumentId(id: string, { near }: { near: boolean }): boolean {
  if (id.length > 500 || !URL.canParse(id)) return false
  const { protocol, hostname, pathname, hash, username, password, href } = new URL(id)
  if (hash !== '' || username !== '' || password !== '' || pathname === '/' || href !== id) return false
  return protocol === 'https:' || (near && protocol === 'http:' && NEAR.has(hostname))
}

const SELECTOR = 16
const VERIFIER = 36
const REFRESH = new RegExp(`^rrt_([0-9A-Za-z]{${SELECTOR}})([0-9A-Za-z]{${VERIFIER}})$`)

/** Composes a refresh token: `rrt_`, followed by a constant part and a part that changes with every use. */
export const composeRefresh = (selector: string, verifier: string): string => `rrt_${selector}${verifier}`
export const newParts = (random: (length: number) => string): { selector: string; verifier: string } => ({
  selector: random(SELECTOR),
  verifier: random(VERIFIER),
})

export function refreshParts(token: string): { selector: string; verifier: string } | null {
  const match = REFRESH.exec(token)
  return match && { selector: match[1]!, verifier: match[2]! }
}
