import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
} from '@modelcontextprotocol/client'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { atConsent } from '#test/oauth/browser.ts'

/** Tests that an MCP client needs only the MCP URL to sign in with a browser. */

const REDIRECT = 'http://127.0.0.1:9999/callback'
const app = await startApp({ after })
const ana = await openSeller(app, 'Ana')

class Browser implements OAuthClientProvider {
  info: OAuthClientInformationMixed | undefined
  saved: OAuthTokens | undefined
  verifier = ''
  authorizationUrl: URL | undefined
  readonly redirectUrl = REDIRECT
  readonly clientMetadata = { client_name: 'Chat', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' }
  clientInformation = () => this.info
  saveClientInformation = (info: OAuthClientInformationMixed) => void (this.info = info)
  tokens = () => this.saved
  saveTokens = (tokens: OAuthTokens) => void (this.saved = tokens)
  redirectToAuthorization = (url: URL) => void (this.authorizationUrl = url)
  saveCodeVerifier = (verifier: string) => void (this.verifier = verifier)
  codeVerifier = () => this.verifier
}

const transport = (authProvider: OAuthClientProvider) =>
  new StreamableHTTPClientTransport(new URL(`${app.programsUrl}/mcp/account`), { authProvider })
const newClient = () => new Client({ name: 'chat', version: '1' }, { versionNegotiation: { mode: 'auto' } })

test('after a 401, an MCP client gets access to the tools through discovery, registration and consent', async () => {
  const browser = new Browser()
  const first = transport(browser)
  await assert.rejects(newClient().connect(first), UnauthorizedError)
  const { press } = await atConsent(app, ana.cookie, browser.authorizationUrl!)
  const back = await press('allow')
  await first.finishAuth(back.searchParams)
  const client = newClient()
  await client.connect(transport(browser))
  after(() => client.close())
  const drafted = await client.callTool({ name: 'draft_listing', arguments: { title: 'By chat', price: 12 } })
  assert.equal((drafted.structuredContent as { status: string }).status, 'done', JSON.stringify(drafted.content))
  const approval = await client.callTool({ name: 'take_down', arguments: { listing: (drafted.structuredContent as { result: { id: string } }).result.id, how: 'delete' } }) // prettier-ignore
  assert.equal((approval.structuredContent as { status: string }).status, 'waiting', 'a deletion waits for the owner’s approval')
})

test('an MCP client automatically refreshes expired tokens', async () => {
  const browser = new Browser()
  const first = transport(browser)
  await assert.rejects(newClient().connect(first), UnauthorizedError)
  await first.finishAuth((await (await atConsent(app, ana.cookie, browser.authorizationUrl!)).press('allow')).searchParams)
  const before = browser.saved!.access_token
  await app.advance(3601)
  const client = newClient()
  await client.connect(transport(browser))
  after(() => client.close())
  assert.ok((await client.listTools()).tools.length > 4)
  assert.notEqual(browser.saved!.access_token, before)
})

test('both MCP URLs return a 401 that states where the client can sign in', async () => {
  const message = { json: { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers: { accept: 'application/json, text/event-stream' } }
  const strange = await app.call('POST', '/mcp/account', message)
  assert.deepEqual([strange.status, strange.headers['www-authenticate']], [401, `Bearer resource_metadata="${app.programsUrl}/.well-known/oauth-protected-resource/mcp/account"`]) // prettier-ignore
  const wrong = await app.call('POST', '/mcp', { ...message, key: 'ral_nonsense' })
  assert.deepEqual([wrong.status, wrong.headers['www-authenticate']], [401, `Bearer resource_metadata="${app.programsUrl}/.well-known/oauth-protected-resource/mcp"`]) // prettier-ignore
})
