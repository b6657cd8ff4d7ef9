import { AGENT_ASK_FIRST, SCOPES, type AskFirst, type Scope } from '#core/scopes.ts'

/** The rules of OAuth 2.1 that need nothing but their input (RFC 6749, 7636, 8252, 9700; docs/oauth.md). */

/** How long a code, an access token and an app's right live. */
export const CODE_MS = 60_000
export const ACCESS_MS = 3600_000
export const GRANT_MS = 90 * 24 * 3600_000

export const MAX_REDIRECTS = 10
const MAX_REDIRECT_LENGTH = 1000

/** Of programs on one's own machine that take no address of the web. */
const APP_SCHEMES = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:'])
const NEAR = new Set(['localhost', '127.0.0.1', '[::1]'])

/** What is wrong with an address that a code is sent to, in words that follow its name; null where nothing is. */
export function redirectProblem(uri: string): string | null {
  if (uri.length > MAX_REDIRECT_LENGTH) return `must have at most ${MAX_REDIRECT_LENGTH} characters`
  if (!/^[\x21-\x7e]+$/.test(uri) || !URL.canParse(uri)) return 'must be a whole address'
  const { protocol, hostname, hash, username, password } = new URL(uri)
  if (hash !== '' || uri.endsWith('#')) return 'must have no fragment'
  if (username !== '' || password !== '') return 'must name nobody'
  if (protocol === 'https:') return null
  if (protocol === 'http:') return NEAR.has(hostname) ? null : 'must be https, or http on this machine (localhost, 127.0.0.1, [::1])'
  // a scheme of one's own is a name turned round: com.example.app
  return APP_SCHEMES.has(protocol) || /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(protocol) ? null : 'must be https'
}

/** Whether a code may be sent there: one of those that are known, exactly; on one's own machine at any port (RFC 8252, 7.3). */
export const matchesRedirect = (known: readonly string[], asked: string): boolean =>
  redirectProblem(asked) === null && known.some((one) => one === asked || withoutPort(one) === (withoutPort(asked) ?? ''))

function withoutPort(uri: string): string | null {
  if (!URL.canParse(uri)) return null
  const url = new URL(uri)
  if (url.protocol !== 'http:' || !NEAR.has(url.hostname)) return null
  url.port = ''
  return url.href
}

/** Scopes of the open commerce protocol, as it names them, and which of ours each stands for. */
export const scopeAliases: Readonly<Record<string, { scope: Scope; words: string }>> = {
  'dev.ucp.shopping.checkout:manage': { scope: 'buying', words: 'Buy for you, within what you allow.' },
  'dev.ucp.shopping.cart:manage': { scope: 'buying', words: 'Put things aside for you.' },
  'dev.ucp.shopping.order:read': { scope: 'read', words: 'See what you bought.' },
}

/** What a token may do, by our names and by those of the protocol. */
export const namesOfScopes = (scopes: readonly string[]): string[] => [
  ...scopes,
  ...Object.keys(scopeAliases).filter((name) => scopes.includes(scopeAliases[name]!.scope)),
]

/** The scopes that are asked for. What other servers know (`openid`, `offline_access`) is left out; null: one that nobody knows. */
export function readScopes(text: string | undefined): Scope[] | null {
  const words = [...new Set((text ?? '').split(' ').filter((word) => word !== ''))]
  const asked = words
    .filter((word) => !LEFT_OUT.has(word))
    .map((word) => (Object.hasOwn(scopeAliases, word) ? scopeAliases[word]!.scope : word))
  if (asked.some((word) => !(SCOPES as readonly string[]).includes(word))) return null
  const scopes = asked.length === 0 ? USUAL : asked
  return SCOPES.filter((scope) => scope === 'read' || scopes.includes(scope))
}

const LEFT_OUT = new Set(['openid', 'profile', 'email', 'offline_access'])
/** Where nothing is said: all but where events are sent and what shops there are. */
const USUAL: readonly string[] = SCOPES.filter((scope) => scope !== 'webhooks' && scope !== 'shops')

/** Scopes that reach an action of the agent default, where they are more than the one that the action is named after. */
const REACHED_BY: Partial<Record<AskFirst, readonly Scope[]>> = {
  'shops.floor': ['shops', 'listings'],
  // a deposit returns with the listing or the shop that leaves the market
  'orders.refund': ['orders', 'listings', 'shops'],
  'orders.cancel': ['orders', 'buying'],
  // a commerce platform receives the orders that it places
  'webhooks.change': ['webhooks', 'buying'],
}

/** Returns the actions of the agent default that these scopes can reach. The consent page shows them; the key asks for the whole default (completions 13.1). */
export const approvalsWithin = (scopes: readonly Scope[]): AskFirst[] =>
  AGENT_ASK_FIRST.filter((action) => (REACHED_BY[action] ?? [action.split('.')[0] as Scope]).some((scope) => scopes.includes(scope)))

/** The challenge of PKCE by S256, and what it is made of (RFC 7636, 4.1 and 4.2). */
export const isChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)
export const isVerifier = (text: string): boolean => /^[A-Za-z0-9._~-]{43,128}$/.test(text)

/** An app that describes itself at an address: the address is its id (client id metadata documents). `near`: http on this machine too. */
export function isDocumentId(id: string, { near }: { near: boolean }): boolean {
  if (id.length > 500 || !URL.canParse(id)) return false
  const { protocol, hostname, pathname, hash, username, password, href } = new URL(id)
  if (hash !== '' || username !== '' || password !== '' || pathname === '/' || href !== id) return false
  return protocol === 'https:' || (near && protocol === 'http:' && NEAR.has(hostname))
}

const SELECTOR = 16
const VERIFIER = 36
const REFRESH = new RegExp(`^rrt_([0-9A-Za-z]{${SELECTOR}})([0-9A-Za-z]{${VERIFIER}})$`)

/** A refresh token: `rrt_`, the part that stays for the app's whole life, and the part that changes each time. */
export const composeRefresh = (selector: string, verifier: string): string => `rrt_${selector}${verifier}`
export const newParts = (random: (length: number) => string): { selector: string; verifier: string } => ({
  selector: random(SELECTOR),
  verifier: random(VERIFIER),
})

export function refreshParts(token: string): { selector: string; verifier: string } | null {
  const [, selector, verifier] = REFRESH.exec(token) ?? []
  return selector === undefined || verifier === undefined ? null : { selector, verifier }
}
