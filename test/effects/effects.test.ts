import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { ENDPOINTS } from '#api/index.ts'
import type { Endpoint } from '#platform/http/endpoint.ts'
import { startApp, type Call, type TestApp } from '#test/app.ts'
import { inEveryState } from '#test/every-state.ts'
import { lifetime } from '#test/lifetime.ts'
import { requestsOf } from '#test/write-bodies.ts'
import { recordEffects } from './record.ts'
import { createNames, lineOf } from './show.ts'

const WRITES = ENDPOINTS.filter(({ method, access }) => method !== 'GET' && (access.who === 'person' || access.who === 'optional'))
/** Tables with messages, which several jobs write at the same time, in any order. */
const MESSAGES = new Set(['jobs', 'events', 'mails', 'mailed_links', 'unsubscribe_links'])
/** Returns the lines of a block. Sorts the changes, because the order in which a statement changes rows depends on its plan. */
const blockOf = (title: string, lines: readonly (string | null)[]): string =>
  [title, ...lines.filter((line) => line !== null).toSorted((a, b) => (a < b ? -1 : 1))].join('\n')
const DAY_MS = 86_400_000
/** The list of requests changes with each request of the test itself. */
const LISTS = ENDPOINTS.filter(
  ({ method, access, query, path }) => method === 'GET' && access.who === 'person' && query !== undefined && path !== '/requests',
)
const BY_RESOURCE = Object.groupBy(WRITES, ({ path }) => path.split('/')[1]!)

/** Returns the query strings with each value of each filter that has only certain values. */
function filtersOf({ query }: Endpoint): string[] {
  const { properties = {} } = z.toJSONSchema(query!, { io: 'input', unrepresentable: 'any' }) as { properties?: Record<string, Filter> }
  const values = Object.entries(properties).flatMap(([name, { type, enum: choices }]) =>
    (choices ?? (type === 'boolean' ? [true, false] : [])).map((value) => `?${name}=${String(value)}`),
  )
  return ['', ...values]
}
type Filter = { type?: string; enum?: unknown[] }

/** Returns the next first Tuesday of June, at 12:00 UTC. */
function firstTuesdayOfJune(): Date {
  const today = new Date()
  const june = new Date(Date.UTC(today.getUTCFullYear() + (today.getUTCMonth() < 5 ? 0 : 1), 5, 1, 12))
  june.setUTCDate(1 + ((9 - june.getUTCDay()) % 7))
  return june
}

/**
 * Sends each write for each record in each state, and compares the response and all changed rows with a text file. Reverts the changes
 * after each request. To write the files: EFFECTS=write npm run test:one -- test/effects/effects.test.ts
 */
describe('the rows that a write changes', () => {
  let app: TestApp
  let world: Awaited<ReturnType<typeof inEveryState>>
  let recorded: Awaited<ReturnType<typeof recordEffects>>
  let names: ReturnType<typeof createNames>

  // before `life` drops the database
  after(() => recorded.close())
  const life = lifetime()
  before(async () => {
    app = await startApp(life, {}, undefined, 'web')
    // deadlines depend on the day of the week and on daylight saving time
    await app.advance(Math.ceil((firstTuesdayOfJune().getTime() - Date.now()) / 1_000))
    world = await inEveryState(app)
    recorded = await recordEffects(app)
    names = createNames(await recorded.ids())
  })

  for (const [resource, endpoints] of Object.entries(BY_RESOURCE) as [string, Endpoint[]][])
    test(`a write to /${resource} changes exactly the rows in ${resource}.txt`, async () => {
      const blocks: string[] = []
      for (const endpoint of endpoints)
        for (const [path, call] of requestsOf(endpoint, world.records, world.other)) blocks.push(await effectsOf(endpoint, path, call))
      compare(`${resource}.txt`, blocks)
    })

  test('each list contains exactly the records in lists.txt, with each of its filters and for both parties', async () => {
    const lines: string[] = []
    for (const endpoint of LISTS)
      for (const [path] of requestsOf(endpoint, world.records, world.other))
        for (const filter of filtersOf(endpoint))
          for (const who of [world.me, world.other]) {
            const { status, body } = await who.call('GET', `/v1${path}${filter}`)
            const ids = body.data?.map(({ id }: { id?: string }) => id ?? '?').join(' ')
            const found = status === 200 ? `${body.total}: ${ids}` : status
            if (status !== 200 || ids !== undefined)
              lines.push(names.plain(`${who.slug} ${path}${filter} → ${found}`, app.service.ctx.now()))
          }
    await recorded.undo()
    compare('lists.txt', lines)
  })

  // the last test, because the clock does not move back
  test('as time passes, the jobs change exactly the rows in jobs.txt', async () => {
    const blocks: string[] = []
    for (const hours of [1 / 3, 1, 25, 3 * 24, 7 * 24, 14 * 24, 30 * 24]) {
      names.reset()
      await app.advance(hours * 3_600)
      const now = app.service.ctx.now()
      const effects = (await recorded.take()).filter(({ table }) => !MESSAGES.has(table))
      const lines = effects.map((effect) => lineOf(effect, (text) => names.plain(text, now))?.replaceAll(/new\d+/g, 'new') ?? null)
      blocks.push(blockOf(`${hours * 60} minutes later`, lines))
    }
    compare('jobs.txt', blocks)
  })

  function compare(name: string, blocks: readonly string[]): void {
    const file = new URL(name, import.meta.url)
    if (process.env.EFFECTS === 'write') writeFileSync(file, `${blocks.join('\n\n')}\n`)
    assert.deepEqual(blocks, readFileSync(file, 'utf8').trimEnd().split('\n\n'))
  }

  async function effectsOf({ method }: Endpoint, path: string, call: Call): Promise<string> {
    names.reset()
    const now = app.service.ctx.now()
    const plain = (text: string) => names.plain(text, now)
    // the clock of the test is ahead
    const sent = call.json as object | undefined
    const json = sent && 'ends_at' in sent ? { ...sent, ends_at: new Date(now.getTime() + DAY_MS) } : sent
    const { status, body } = await app.call(method, `/v1${path}`, { key: world.me.key, ...call, ...(json && { json }) })
    const refusal = status < 400 ? '' : ` ${[body.error.param, body.error.code, body.error.message].filter(Boolean).join(': ')}`
    const request = `${method} ${path}${json === undefined ? '' : ` ${JSON.stringify(json)}`}`
    const lines = (await recorded.undo()).map((effect) => lineOf(effect, plain))
    return blockOf(plain(`${request} → ${status}${refusal}`), lines)
  }
})
