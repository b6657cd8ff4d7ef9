import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { ENDPOINTS } from '#api/index.ts'
import type { Endpoint } from '#platform/http/endpoint.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { inEveryState } from '#test/every-state.ts'
import { lifetime } from '#test/lifetime.ts'
import { requestsOf } from '#test/write-bodies.ts'
import { recordEffects } from './record.ts'
import { createNames, lineOf } from './show.ts'

function firstTuesdayOfJune(): Date {
  const today = new Date()
  const june = new Date(Date.UTC(today.getUTCFullYear() + (today.getUTCMonth() < 5 ? 0 : 1), 5, 1, 12))
  june.setUTCDate(1 + ((9 - june.getUTCDay()) % 7))
  return june
}

const WRITES = ENDPOINTS.filter(({ method, access }) => method !== 'GET' && (access.who === 'person' || access.who === 'optional'))
const BY_RESOURCE = Object.groupBy(WRITES, ({ path }) => path.split('/')[1]!)

/**
 * Sends each write for each record in each state, and compares the response and all changed rows with a text file. Reverts the changes
 * after each request. To write the files again: EFFECTS=write npm run test:one -- test/effects/effects.test.ts
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
      const file = new URL(`${resource}.txt`, import.meta.url)
      if (process.env.EFFECTS === 'write') writeFileSync(file, `${blocks.join('\n\n')}\n`)
      assert.deepEqual(blocks, readFileSync(file, 'utf8').trimEnd().split('\n\n'))
    })

  async function effectsOf({ method }: Endpoint, path: string, call: object & { json?: unknown }): Promise<string> {
    names.reset()
    const plain = (text: string) => names.plain(text, app.service.ctx.now())
    const { status, body } = await app.call(method, `/v1${path}`, { key: world.me.key, ...call })
    const refusal = status < 400 ? '' : ` ${[body.error.param, body.error.code, body.error.message].filter(Boolean).join(': ')}`
    const request = `${method} ${path}${call.json === undefined ? '' : ` ${JSON.stringify(call.json)}`}`
    const lines = (await recorded.undo()).map((effect) => lineOf(effect, plain))
    return [plain(`${request} → ${status}${refusal}`), ...lines.filter((line) => line !== null)].join('\n')
  }
})
