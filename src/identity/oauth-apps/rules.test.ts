import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AGENT_ASK_FIRST, SCOPES } from '#core/scopes.ts'
import {
  approvalsWithin,
  composeRefresh,
  isChallenge,
  isDocumentId,
  isVerifier,
  matchesRedirect,
  namesOfScopes,
  newParts,
  readScopes,
  redirectProblem,
  refreshParts,
} from './rules.ts'

test('a redirect URI can be an https URL, a URL on the local machine or a URL with an app’s own scheme', () => {
  const urls = [
    'https://a.test/back?x=1',
    'http://localhost:3000/back',
    'http://127.0.0.1/',
    'http://[::1]:9/back',
    'cursor://back',
    'com.example.app:/back',
  ]
  for (const uri of [...urls, 'https://a.test/'.padEnd(1_000, 'x')]) assert.equal(redirectProblem(uri), null, uri)
})

test('a redirect URI of any other kind is rejected with a reason', () => {
  const problems: [string, RegExp][] = [
    ['https://a.test/'.padEnd(1_001, 'x'), /at most 1000 characters/],
    ['/back', /absolute/],
    ['https://a.test/ä', /absolute/],
    ['https://a.test/ b', /absolute/],
    ['', /absolute/],
    ['https://a.test/#x', /fragment/],
    ['https://a.test/#', /fragment/],
    ['https://ann@a.test/', /user name/],
    ['https://:secret@a.test/', /user name/],
    ['http://a.test/', /this machine/],
    ['http://localhost.a.test/', /this machine/],
    ['app:/back', /must be https$/],
    ['javascript:alert(1)', /must be https$/],
  ]
  for (const [uri, problem] of problems) assert.match(redirectProblem(uri) ?? 'none', problem, uri)
})

test('a redirect URI must equal a registered URI, but a URI on the local machine may use any port', () => {
  const known = ['https://a.test/back', 'http://localhost:3000/back', 'not a URL']
  for (const uri of ['https://a.test/back', 'http://localhost/back', 'http://localhost:81/back'])
    assert.ok(matchesRedirect(known, uri), uri)
  for (const uri of [
    'https://a.test/',
    'https://a.test:81/back',
    'http://localhost:3000/',
    'http://127.0.0.1:3000/back',
    'https://localhost/back',
    'not a URL',
  ])
    assert.ok(!matchesRedirect(known, uri), uri)
  assert.ok(!matchesRedirect(['http://a.test/back'], 'http://a.test/back'), 'a redirect that is refused today')
  assert.ok(!matchesRedirect([], 'https://a.test/back'))
})

test('scopes and their aliases are parsed, the scope `read` is always added, and unknown scopes are rejected', () => {
  const usual = SCOPES.filter((scope) => scope !== 'webhooks' && scope !== 'shops')
  for (const text of [undefined, '', '  ', 'openid offline_access']) assert.deepEqual(readScopes(text), usual)
  assert.deepEqual(readScopes('webhooks'), SCOPES.filter((scope) => scope === 'read' || scope === 'webhooks')) // prettier-ignore
  assert.deepEqual(readScopes('dev.ucp.shopping.cart:manage dev.ucp.shopping.checkout:manage openid'), SCOPES.filter((scope) => scope === 'read' || scope === 'buying')) // prettier-ignore
  for (const text of ['all', 'buying all', 'toString']) assert.equal(readScopes(text), null)
  assert.deepEqual(namesOfScopes(['read', 'x']), ['read', 'x', 'dev.ucp.shopping.order:read'])
  assert.deepEqual(namesOfScopes(['buying']), ['buying', 'dev.ucp.shopping.checkout:manage', 'dev.ucp.shopping.cart:manage'])
})

test('an app’s default approvals are the actions that need approval by default and that the app’s scopes permit', () => {
  assert.deepEqual(approvalsWithin(['read']), [])
  assert.deepEqual(approvalsWithin(SCOPES), AGENT_ASK_FIRST)
  const buying = approvalsWithin(['buying'])
  assert.ok(buying.includes('orders.cancel') && buying.includes('webhooks.change'))
  assert.ok(!buying.includes('orders.refund') && !buying.includes('shops.floor'))
  assert.ok(approvalsWithin(['listings']).includes('shops.floor'))
})

test('PKCE codes are checked for length and for allowed characters', () => {
  assert.deepEqual([42, 43, 44].map((length) => isChallenge('a'.repeat(length))), [false, true, false]) // prettier-ignore
  assert.deepEqual([42, 43, 128, 129].map((length) => isVerifier('~'.repeat(length))), [false, true, true, false]) // prettier-ignore
})

test('the id of an app with a metadata document must be a normalized https URL that includes a path', () => {
  const far = { near: false }
  const longest = 'https://a.test/'.padEnd(500, 'x')
  for (const id of ['https://a.test/app', longest]) assert.ok(isDocumentId(id, far), id)
  const refused = [
    'https://a.test/',
    'https://a.test',
    'https://A.test/app',
    'https://a.test/app#x',
    'https://ann@a.test/app',
    'https://:b@a.test/app',
    'http://a.test/app',
    'http://localhost/app',
    'app',
    `${longest}x`,
  ]
  for (const id of refused) assert.ok(!isDocumentId(id, far), id)
  assert.ok(isDocumentId('http://localhost/app', { near: true }))
  for (const id of ['http://a.test/app', 'ftp://localhost/app']) assert.ok(!isDocumentId(id, { near: true }), id)
})

test('a refresh token is split into its two parts', () => {
  const parts = newParts((length) => 'a'.repeat(length))
  const token = composeRefresh(parts.selector, parts.verifier)
  assert.match(token, /^rrt_a{52}$/)
  assert.deepEqual(refreshParts(token), parts)
  assert.deepEqual(refreshParts(`rrt_${'s'.repeat(16)}${'v'.repeat(36)}`), { selector: 's'.repeat(16), verifier: 'v'.repeat(36) })
  for (const wrong of ['', token.slice(1), `${token}a`, token.replace('rrt', 'rat'), token.replace('a', '-')])
    assert.equal(refreshParts(wrong), null)
})
