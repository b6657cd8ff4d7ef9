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
    ...of(RIGHTS, 'no floor goes in or out'),
  },
  {
    title: 'mcp: a held call reads as done',
    file: 'src/mcp/calls.ts',
    find: "body['object'] === 'approval') throw",
    replace: "body['object'] === 'nothing') throw",
    ...of('test/mcp/lamp.test.ts', 'from a photo to the money'),
  },
  {
    title: 'mcp: a tool forgets the key of a retry',
    file: 'src/mcp/server.ts',
    find: 'createCalls(deps, caller, idempotencyKeyOf(args))',
    replace: 'createCalls(deps, caller)',
    ...of('test/mcp/lamp.test.ts', 'from a photo to the money'),
  },
  {
    title: 'mcp: a session is a key',
    file: 'src/mcp/index.ts',
    find: 'cookie: undefined, origin: undefined',
    replace: 'cookie: incoming.headers.cookie, origin: undefined',
    ...of(RIGHTS, 'a session’s cookie is no key here'),
  },
  {
    title: 'mcp: what takes a key is not there without one',
    file: 'src/mcp/index.ts',
    find: 'if (isStranger && requiresKey',
    replace: 'if (!isStranger && requiresKey',
    ...of(RIGHTS, 'whatever else is asked for is 401'),
  },
  {
    title: 'mcp: messages are counted by nobody',
    file: 'src/mcp/index.ts',
    find: '    await count(deps, actor, address)\n    return actor',
    replace: '    return actor',
    ...of(RIGHTS, 'messages are counted by the common limits'),
  },
  {
    title: 'mcp: calls of a message share a line of the log',
    file: 'src/mcp/calls.ts',
    find: '    requestId = null\n',
    replace: '',
    ...of(RIGHTS, 'every call of a tool is in the request log'),
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
    ...of(ATTACKS, 'a batch of 21'),
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
    ...of(OAUTH, 'without its verifier, for another app'),
  },
  {
    title: 'oauth: a code is anybody’s',
    file: 'src/identity/oauth-apps/index.ts',
    find: '    row.client_id === use.clientId &&\n',
    replace: '',
    ...of(OAUTH, 'without its verifier, for another app'),
  },
  {
    title: 'oauth: a code that comes twice ends nothing',
    file: 'src/identity/oauth-apps/index.ts',
    find: '    await revokeKey(tx, inMarket(row), row.key_id).catch(unlessGone)\n',
    replace: '',
    ...of(OAUTH, 'that comes twice ends what it became'),
  },
  {
    title: 'oauth: a refresh token that comes twice ends nothing',
    file: 'src/identity/oauth-apps/index.ts',
    find: '    await revokeKey(tx, inMarket(app), app.key_id)\n    return { refused',
    replace: '    return { refused',
    ...of(OAUTH, 'a refresh token that comes twice ends the app'),
  },
  {
    title: 'oauth: a refresh token works for ever',
    file: 'src/identity/oauth-apps/index.ts',
    find: '  if (!same(app.refresh_hash, sha256(parts.verifier))) {',
    replace: '  if (parts.verifier.length === 0) {',
    ...of(OAUTH, 'a refresh token that comes twice ends the app'),
  },
  {
    title: 'oauth: an access token works for ever',
    file: 'src/identity/credentials/index.ts',
    find: '  if (key?.secret_expires_at && key.secret_expires_at <= ctx.now()) throw ended()\n',
    replace: '',
    ...of(OAUTH, 'an access token is gone after an hour'),
  },
  {
    title: 'oauth: a code is sent anywhere',
    file: 'src/web/auth/oauth/request.ts',
    find: 'if (!matchesRedirect(client.redirectUris, redirectUri))',
    replace: 'if (!matchesRedirect([...client.redirectUris, redirectUri], redirectUri))',
    ...of(OAUTH, 'of an unknown app, or for an address'),
  },
  {
    title: 'oauth: a yes takes no proof of the person',
    file: 'src/web/auth/oauth/authorize.tsx',
    find: '  requireProof(viewer, ctx.now())\n',
    replace: '',
    ...of(OAUTH, 'without a fresh proof of the person'),
  },
  {
    title: 'oauth: a document speaks for another app',
    file: 'src/identity/oauth-apps/clients.ts',
    find: 'if (metadata.client_id !== id)',
    replace: 'if (metadata.client_id === undefined)',
    ...of(OAUTH, 'is not taken where its document is another’s'),
  },
  {
    title: 'oauth: an app gets what its person took away',
    file: 'src/web/auth/oauth/authorize.tsx',
    find: "scope === 'read' || chosen.includes(scope))",
    replace: "scope === 'read' || chosen.length >= 0)",
    ...of(OAUTH, 'gets no more than its person leaves it'),
  },
  {
    title: 'oauth: who signs out leaves their yes behind',
    file: 'db/migrations/0001_baseline.sql',
    find: 'not null references sessions (id) on delete cascade',
    replace: 'not null',
    ...of(OAUTH, 'is gone after a minute, and with the session'),
  },
]
