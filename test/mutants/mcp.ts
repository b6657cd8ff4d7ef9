import { of, type Seed } from './seed.ts'

const RIGHTS = 'test/mcp/rights.test.ts'
const OAUTH = 'test/oauth/oauth.test.ts'
const ATTACKS = 'test/attacks/mcp.test.ts'

/** Defects in the API guards of `/mcp`: one for each. */
export const MCP_SEEDS: readonly Seed[] = [
  {
    title: 'mcp: a floor goes out',
    file: 'src/mcp/shape/floor.ts',
    find: "'lowest_price', ",
    replace: '',
    ...of(RIGHTS, 'no schema, record, resource or approval reveals or accepts the minimum price'),
  },
  {
    title: 'mcp: a held call reads as done',
    file: 'src/mcp/calls.ts',
    find: "body['object'] === 'approval') throw",
    replace: "body['object'] === 'nothing') throw",
    ...of('test/mcp/lamp.test.ts', 'covers every step from photo to payout'),
  },
  {
    title: 'mcp: a tool forgets the key of a retry',
    file: 'src/mcp/server.ts',
    find: 'createCalls(deps, caller, idempotencyKeyOf(args))',
    replace: 'createCalls(deps, caller)',
    ...of('test/mcp/lamp.test.ts', 'covers every step from photo to payout'),
  },
  {
    title: 'mcp: a session is a key',
    file: 'src/mcp/index.ts',
    find: 'cookie: undefined, origin: undefined',
    replace: 'cookie: incoming.headers.cookie, origin: undefined',
    ...of(RIGHTS, 'rejects a session cookie in place of a key'),
  },
  {
    title: 'mcp: what takes a key is not there without one',
    file: 'src/mcp/index.ts',
    find: 'if (isStranger && requiresKey',
    replace: 'if (!isStranger && requiresKey',
    ...of(RIGHTS, 'returns 401 for any other tool, and explains how to send a key'),
  },
  {
    title: 'mcp: messages are counted by nobody',
    file: 'src/mcp/index.ts',
    find: '    await count(deps, actor, address)\n    return actor',
    replace: '    return actor',
    ...of(RIGHTS, 'MCP messages count against the rate limits, and 429 states how long to wait'),
  },
  {
    title: 'mcp: calls of a message share a line of the log',
    file: 'src/mcp/calls.ts',
    find: '    requestId = null\n',
    replace: '',
    ...of(RIGHTS, 'the request log of a key lists every tool call by its operation'),
  },
  {
    title: 'mcp: any page may speak to it',
    file: 'src/mcp/door.ts',
    find: '!isLocalName(new URL(origin).hostname))',
    replace: 'false)',
    ...of(ATTACKS, 'rejects a foreign Origin header with 403'),
  },
  {
    title: 'mcp: any name is taken for ours',
    file: 'src/web/index.ts',
    find: "(host.kind === 'unknown' && isProbe(ctx, c))",
    replace: "host.kind === 'unknown'",
    ...of(ATTACKS, 'rejects a foreign Host header'),
  },
  {
    title: 'mcp: a batch has no end',
    file: 'src/mcp/door.ts',
    find: ' || messages.length > MOST_MESSAGES',
    replace: '',
    ...of(ATTACKS, 'rejects a batch of 21 messages'),
  },
  {
    title: 'mcp: a stranger sends what only keys may',
    file: 'src/mcp/door.ts',
    find: 'const isLarge = key !== null && ',
    replace: 'const isLarge = ',
    ...of(ATTACKS, 'accepts a 10 MB picture only with a key, and rejects a larger one with 413'),
  },
  // --- apps of others
  {
    title: 'oauth: a code takes any verifier',
    file: 'src/identity/oauth-apps/index.ts',
    find: '    same(Buffer.from(row.challenge),',
    replace: '    !same(Buffer.from(row.client_id),',
    ...of(OAUTH, 'with a wrong verifier, app or redirect address is used up'),
  },
  {
    title: 'oauth: a code is anybody’s',
    file: 'src/identity/oauth-apps/index.ts',
    find: '    row.client_id === use.clientId &&\n',
    replace: '',
    ...of(OAUTH, 'with a wrong verifier, app or redirect address is used up'),
  },
  {
    title: 'oauth: a code that comes twice ends nothing',
    file: 'src/identity/oauth-apps/index.ts',
    find: '    await revokeKey(tx, inMarket(row), row.key_id).catch(unlessGone)\n',
    replace: '',
    ...of(OAUTH, 'used twice revokes the tokens that it gave'),
  },
  {
    title: 'oauth: a refresh token that comes twice ends nothing',
    file: 'src/identity/oauth-apps/index.ts',
    find: '    await revokeKey(tx, inMarket(app), app.key_id)\n    return { refused',
    replace: '    return { refused',
    ...of(OAUTH, 'loses all access when a refresh token is used twice, by any client'),
  },
  {
    title: 'oauth: a refresh token works for ever',
    file: 'src/identity/oauth-apps/index.ts',
    find: '  if (!same(app.refresh_hash, sha256(parts.verifier))) {',
    replace: '  if (parts.verifier.length === 0) {',
    ...of(OAUTH, 'loses all access when a refresh token is used twice, by any client'),
  },
  {
    title: 'oauth: an access token works for ever',
    file: 'src/identity/credentials/index.ts',
    find: '  if (key?.secret_expires_at && key.secret_expires_at <= ctx.now()) throw ended()\n',
    replace: '',
    ...of(OAUTH, 'an access token expires after an hour, and its refresh token still works'),
  },
  {
    title: 'oauth: a code is sent anywhere',
    file: 'src/web/auth/oauth/request.ts',
    find: 'if (!matchesRedirect(client.redirectUris, redirectUri))',
    replace: 'if (!matchesRedirect([...client.redirectUris, redirectUri], redirectUri))',
    ...of(OAUTH, 'for an unknown app or redirect address never redirect the user'),
  },
  {
    title: 'oauth: a yes takes no proof of the person',
    file: 'src/web/auth/oauth/authorize.tsx',
    find: '  requireProof(viewer, ctx.now())\n',
    replace: '',
    ...of(OAUTH, 'rejects consent from another origin or without reauthentication'),
  },
  {
    title: 'oauth: a document speaks for another app',
    file: 'src/identity/oauth-apps/clients.ts',
    find: 'if (metadata.client_id !== id)',
    replace: 'if (metadata.client_id === undefined)',
    ...of(OAUTH, 'is rejected if its document names another app, redirects or is invalid'),
  },
  {
    title: 'oauth: an app gets what its person took away',
    file: 'src/web/auth/oauth/authorize.tsx',
    find: "scope === 'read' || chosen.includes(scope))",
    replace: "scope === 'read' || chosen.length >= 0)",
    ...of(OAUTH, 'gets no more than the user leaves selected'),
  },
  {
    title: 'oauth: who signs out leaves their yes behind',
    file: 'db/migrations/0001_baseline.sql',
    find: 'not null references sessions (id) on delete cascade',
    replace: 'not null',
    ...of(OAUTH, 'expires after a minute, or with its session'),
  },
]
