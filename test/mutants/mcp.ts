import { of, type Seed } from './seed.ts'

const RIGHTS = 'test/mcp/rights.test.ts'
const ATTACKS = 'test/attacks/mcp.test.ts'

/** What keeps `/mcp` behind the guards of the API: one defect for each. */
export const MCP_SEEDS: readonly Seed[] = [
  {
    title: 'mcp: a floor goes out',
    file: 'src/mcp/floor.ts',
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
    find: 'createCalls(world, caller, idempotencyKeyOf(args))',
    replace: 'createCalls(world, caller)',
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
    find: 'if (isStranger && takesKey',
    replace: 'if (!isStranger && takesKey',
    ...of(RIGHTS, 'whatever else is asked for is 401'),
  },
  {
    title: 'mcp: messages are counted by nobody',
    file: 'src/mcp/index.ts',
    find: '    await count(world, actor, address)\n    return actor',
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
    find: '!isNear(new URL(origin).hostname))',
    replace: 'origin === host)',
    ...of(ATTACKS, 'from an origin that is not ours is refused'),
  },
  {
    title: 'mcp: any name is taken for ours',
    file: 'src/mcp/door.ts',
    find: ' && !isNear(name))',
    replace: ' && name === origin)',
    ...of(ATTACKS, 'by a name that is not ours is refused'),
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
    ...of(ATTACKS, 'a picture of 10 MB is taken with a key'),
  },
]
