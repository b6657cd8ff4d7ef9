import { of, type Seeds } from './seed.ts'

const RIGHTS = 'test/mcp/rights.test.ts'
const OAUTH = 'test/oauth/oauth.test.ts'
const ATTACKS = 'test/attacks/mcp.test.ts'

/** Defects in the guards of the MCP endpoint `/mcp`. There is one defect per guard. */
export const MCP_SEEDS: Seeds = {
  'mcp: a response reveals the minimum price': {
    file: 'src/mcp/shape/floor.ts',
    find: "'lowest_price', ",
    ...of(RIGHTS, 'no schema, record, resource or approval reveals or accepts a minimum price'),
  },
  'mcp: a call that waits for approval is reported as done': {
    file: 'src/mcp/calls.ts',
    find: "body['object'] === 'approval') throw",
    replace: "body['object'] === 'nothing') throw",
    ...of('test/mcp/lamp.test.ts', 'two agents complete a sale of a lamp over MCP, from the photo to the payout'),
  },
  'mcp: a tool ignores the idempotency key': {
    file: 'src/mcp/server.ts',
    find: 'createCalls(deps, caller, idempotencyKeyOf(args))',
    replace: 'createCalls(deps, caller)',
    ...of('test/mcp/lamp.test.ts', 'two agents complete a sale of a lamp over MCP, from the photo to the payout'),
  },
  'mcp: a session cookie is accepted as a key': {
    file: 'src/mcp/index.ts',
    find: 'cookie: undefined, origin: undefined',
    replace: 'cookie: incoming.headers.cookie, origin: undefined',
    ...of(RIGHTS, 'MCP rejects a session cookie that is sent in place of a key'),
  },
  'mcp: a tool that needs a key is unknown without one': {
    file: 'src/mcp/index.ts',
    find: 'if (isAnonymous && requiresKey',
    replace: 'if (!isAnonymous && requiresKey',
    ...of(RIGHTS, 'without a key, every MCP tool except the market tools returns 401 and explains how to send a key'),
  },
  'mcp: messages are not rate limited': {
    file: 'src/mcp/index.ts',
    find: '    await count(deps, actor, address)\n    return actor',
    replace: '    return actor',
    ...of(RIGHTS, 'MCP messages count toward the rate limits, and a 429 response states how long to wait'),
  },
  'mcp: calls of one message share a log entry': {
    file: 'src/mcp/calls.ts',
    find: '    requestId = null\n',
    ...of(RIGHTS, 'the request log of a key shows each tool call under the name of its operation'),
  },
  'mcp: any origin is accepted': {
    file: 'src/mcp/door.ts',
    find: '!isLocalName(new URL(origin).hostname))',
    replace: 'false)',
    ...of(ATTACKS, 'the MCP endpoint returns 403 for an Origin header with a different origin'),
  },
  'mcp: any Host header is accepted': {
    file: 'src/web/index.ts',
    find: "(host.kind === 'unknown' && isProbe(ctx, c))",
    replace: "host.kind === 'unknown'",
    ...of(ATTACKS, 'the MCP endpoint rejects a foreign Host header'),
  },
  'mcp: the size of a batch is unlimited': {
    file: 'src/mcp/door.ts',
    find: ' || messages.length > MOST_MESSAGES',
    ...of(ATTACKS, 'rejects a batch of 21 messages'),
  },
  'mcp: an anonymous client may send large messages': {
    file: 'src/mcp/door.ts',
    find: 'const isLarge = key !== null && ',
    replace: 'const isLarge = ',
    ...of(ATTACKS, 'the MCP endpoint accepts a 10 MB photo only from a caller with a key, and rejects a larger photo with 413'),
  },
  // --- third-party apps
  'oauth: a code accepts any verifier': {
    file: 'src/identity/oauth-apps/index.ts',
    find: '    same(Buffer.from(row.challenge),',
    replace: '    !same(Buffer.from(row.client_id),',
    ...of(OAUTH, 'a token request with a wrong verifier, app or redirect address invalidates the authorization code'),
  },
  'oauth: a code is accepted from another app': {
    file: 'src/identity/oauth-apps/index.ts',
    find: '    row.client_id === use.clientId &&\n',
    ...of(OAUTH, 'a token request with a wrong verifier, app or redirect address invalidates the authorization code'),
  },
  'oauth: using a code twice revokes nothing': {
    file: 'src/identity/oauth-apps/index.ts',
    find: '    await revokeKey(tx, inMarket(row), row.key_id).catch(unlessGone)\n',
    ...of(OAUTH, 'redeeming an authorization code twice revokes the tokens issued for it'),
  },
  'oauth: using a refresh token twice revokes nothing': {
    file: 'src/identity/oauth-apps/index.ts',
    find: '    await revokeKey(tx, inMarket(app), app.key_id)\n    return { refused',
    replace: '    return { refused',
    ...of(OAUTH, 'using a refresh token twice revokes all access of the app'),
  },
  'oauth: an old refresh token still works': {
    file: 'src/identity/oauth-apps/index.ts',
    find: '  if (!same(app.refresh_hash, sha256(parts.verifier))) {',
    replace: '  if (parts.verifier.length === 0) {',
    ...of(OAUTH, 'using a refresh token twice revokes all access of the app'),
  },
  'oauth: an access token never expires': {
    file: 'src/identity/credentials/index.ts',
    find: '  if (key?.secret_expires_at && key.secret_expires_at <= ctx.now()) throw ended()\n',
    ...of(OAUTH, 'an access token expires after an hour; its refresh token remains valid'),
  },
  'oauth: a code is sent to any redirect address': {
    file: 'src/web/auth/oauth/request.ts',
    find: 'if (!matchesRedirect(client.redirectUris, redirectUri))',
    replace: 'if (!matchesRedirect([...client.redirectUris, redirectUri], redirectUri))',
    ...of(OAUTH, 'an authorization request with an unknown app or redirect address never redirects the user'),
  },
  'oauth: consent needs no reauthentication': {
    file: 'src/web/auth/oauth/authorize.tsx',
    find: '  requireProof(viewer, ctx.now())\n',
    ...of(OAUTH, 'the service rejects consent from a different origin, and consent without recent authentication'),
  },
  'oauth: a metadata document describes another app': {
    file: 'src/identity/oauth-apps/clients.ts',
    find: 'if (metadata.client_id !== id)',
    replace: 'if (metadata.client_id === undefined)',
    ...of(OAUTH, 'the service rejects an app’s metadata document if it names a different app, redirects or is invalid'),
  },
  'oauth: an app gets scopes that the user deselected': {
    file: 'src/web/auth/oauth/authorize.tsx',
    find: "scope === 'read' || chosen.includes(scope))",
    replace: "scope === 'read' || chosen.length >= 0)",
    ...of(OAUTH, 'an app gets only the scopes that the user leaves selected on the consent page'),
  },
  'oauth: a code survives the end of its session': {
    file: 'db/migrations/0001_baseline.sql',
    find: 'not null references sessions (id) on delete cascade',
    replace: 'not null',
    ...of(OAUTH, 'an authorization code expires after one minute, or earlier if its session ends'),
  },
}
