import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, describe, test } from 'node:test'
import { OFFERS_A_DAY } from '#commerce/offers/rules.ts'
import { send, startApp, type Reply, type TestApp } from '#test/app.ts'
import { makeHome } from '#test/child.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { signed, startStripe } from '#test/fakes/stripe.ts'
import { lifetime } from '#test/lifetime.ts'
import { createRateLimits } from '#platform/limits/rate-limits.ts'

const LONG = process.env['ATTACK'] === 'long'
const PASSWORD = 'a long enough password'
/** Number of attempts in each attack. The rate limits let far fewer of them succeed. */
const TRIES = LONG ? 200 : 40

const passed = (replies: readonly Reply[], status: number): number => {
  for (const reply of replies) assert.ok([status, 429].includes(reply.status), `${reply.status} ${JSON.stringify(reply.body)}`)
  return replies.filter((reply) => reply.status === status).length
}

describe('attempts to exceed the rate limits of one process and of four processes', () => {
  test('four processes together allow no more requests of an attack than a single process', async (t) => {
    const home = await makeHome(t)
    const env = { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1/32', LOG_LEVEL: 'error', PASSWORD_MEMORY_KIB: '64' }
    const first = await home.start('all', env)
    const others = await Promise.all([1, 2, 3].map(() => home.start('web', env)))
    const ports = [first, ...others].map(({ port }) => port)
    const [one, four] = [await attack(ports, 1), await attack(ports, 4)]
    assert.deepEqual(one.exact, four.exact)
    assert.deepEqual(one.exact, {
      'wrong passwords of one account': 10,
      'sign-ups from one network': 10,
      'links requested for one address': 10,
      'messages of one account': 60,
      'reports of one account': 20,
      'offers on one listing': OFFERS_A_DAY,
      'mails to one address': one.exact['mails to one address'],
    })
    assert.ok(one.exact['mails to one address']! <= 5)
    for (const [what, burst, perSecond, share] of [
      ['key', 60, 20, 6],
      ['network', 40, 10, 4],
    ] as const)
      for (const { requests, processes } of [one, four]) {
        const { through, seconds } = requests[what]
        const most = burst + Math.ceil(perSecond * seconds) + (processes - 1) * share
        assert.ok(through >= burst && through <= most, `${what}: ${processes} processes admitted ${through}, at most ${most} allowed`)
      }
  })
})

/** Attacks the first `processes` processes in turn. Returns the number of requests that each limit allowed. */
async function attack(all: readonly number[], processes: number) {
  const ports = all.slice(0, processes)
  let networks = 0
  /** Sends each request from a new network, or from the address in `from`. */
  const sendNth = (index: number, method: string, path: string, { from, ...call }: Parameters<typeof send>[3] & { from?: string } = {}) =>
    send(ports[index % ports.length]!, method, path, {
      ...call,
      headers: { 'x-forwarded-for': from ?? `10.${processes}.${++networks >> 8}.${networks & 255}` },
    })
  const burst = (times: number, one: (index: number) => Promise<Reply>) =>
    Promise.all(Array.from({ length: times }, (_, index) => one(index)))
  const signUp = async (name: string, from?: string) =>
    sendNth(0, 'POST', '/v1/accounts', {
      json: { name, email: `${name}@example.test`, password: PASSWORD },
      ...(from === undefined ? {} : { from }),
    })
  const keyOf = async (name: string): Promise<string> => (await signUp(name)).body.api_key.secret

  const [ana, ben] = [await keyOf(`ana${processes}`), await keyOf(`ben${processes}`)]
  await sendNth(0, 'POST', '/v1/shops', { key: ana, json: { name: 'Ana', slug: `ana-${processes}` } })
  const made = await burst(25, (index) =>
    sendNth(index, 'POST', '/v1/listings', { key: ana, json: { title: `Lamp ${index}`, price: 100, publish: true } }),
  )
  const listings = made.map(({ body }) => body.id as string)

  const exact: Record<string, number> = {}
  const mailsBefore = (await send(ports[0]!, 'GET', '/dev/mail')).body.split('Reset your password').length - 1
  exact['wrong passwords of one account'] = passed(
    await burst(TRIES, (index) =>
      sendNth(index, 'POST', '/v1/sessions', { json: { email: `ana${processes}@example.test`, password: `wrong ${index}` } }),
    ),
    401,
  )
  exact['sign-ups from one network'] = passed(
    await burst(TRIES, (index) =>
      sendNth(index, 'POST', '/v1/accounts', {
        from: `2001:db8:7:${processes}:${index.toString(16)}::${index.toString(16)}`,
        json: { name: 'Eve', email: `eve${processes}.${index}@example.test`, password: PASSWORD },
      }),
    ),
    201,
  )
  exact['links requested for one address'] = passed(
    await burst(TRIES, (index) => sendNth(index, 'POST', '/v1/password-resets', { json: { email: `ben${processes}@example.test` } })),
    202,
  )
  // sends all calls with one key, slowly enough not to exceed the key's request limit
  const slowly = async (key: string, status: number, times: number, one: (index: number) => [string, object]): Promise<number> => {
    let through = 0
    for (let index = 0; index < times; index += 30) {
      const some = await burst(Math.min(30, times - index), (more) => {
        const [path, json] = one(index + more)
        return sendNth(index + more, 'POST', path, { key, json })
      })
      through += some.filter((reply) => reply.status === status).length
      await advance(ports, 2)
    }
    return through
  }
  exact['messages of one account'] = await slowly(ben, 201, 66, (index) => [
    '/v1/threads',
    { shop: `ana-${processes}`, text: `Hello ${index}` },
  ])
  exact['reports of one account'] = await slowly(ben, 201, 25, (index) => [
    `/v1/market/listings/${listings[index]}/report`,
    { reason: 'other' },
  ])
  let offers = 0
  for (let index = 0; index < OFFERS_A_DAY + 5; index++) {
    const offer = await sendNth(index, 'POST', '/v1/offers', { key: ben, json: { listing: listings[0], amount: 30 + index } })
    if (offer.status === 201) offers++
  }
  exact['offers on one listing'] = offers

  // waits until every process, which polls the clock once a second, has read the advanced clock
  await sleep(1_500)
  const requests = {
    key: await flood(burst, (index) => sendNth(index, 'GET', '/v1/shops', { key: ana })),
    network: await flood(burst, (index) => sendNth(index, 'GET', '/v1/market/stores', { from: `203.0.113.${processes}` })),
  }
  await advance(ports, 1)
  const mailbox: string = (await send(ports[0]!, 'GET', '/dev/mail')).body
  exact['mails to one address'] = mailbox.split('Reset your password').length - 1 - mailsBefore
  return { exact, requests, processes }
}

async function advance(ports: readonly number[], seconds: number): Promise<void> {
  const advanced = await send(ports[0]!, 'POST', '/v1/test/clock', { json: { advance_seconds: seconds } })
  assert.equal(advanced.status, 200)
}

async function flood(
  burst: (times: number, one: (index: number) => Promise<Reply>) => Promise<Reply[]>,
  one: (index: number) => Promise<Reply>,
) {
  const begun = performance.now()
  const replies = await burst(LONG ? 600 : 300, one)
  return { through: passed(replies, 200), seconds: (performance.now() - begun) / 1000 }
}

describe('rate limits that several processes share', () => {
  let database: TestDatabase
  before(async () => void (database = await testDatabase()))
  after(() => database.drop())

  /**
   * Sends requests to `processes` processes as fast as possible for ten seconds of a mocked clock. Returns the number of requests that were
   * allowed.
   */
  async function through(processes: number, name: string): Promise<number> {
    let now = Date.UTC(2026, 0, 1)
    const limits = Array.from({ length: processes }, () =>
      createRateLimits(true, { db: database.db, now: () => new Date(now), metrics: { refusal: () => {} } }),
    )
    let count = 0
    for (let step = 0; step < 40; step++, now += 250) {
      const tries = limits.flatMap((one) => Array.from({ length: 30 }, () => one.request({ key: name })))
      count += (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled').length
      for (const one of limits) await one.settle()
    }
    return count
  }

  test('in ten seconds, four processes together allow the same number of requests as one process', async () => {
    const [one, four] = [await through(1, 'key_one'), await through(4, 'key_four')]
    assert.ok(one >= 60 + 9 * 20 && one <= 60 + 10 * 20, String(one))
    // a process may allow requests before it counts them, so each additional process may exceed the limit by six requests, which is its
    // share
    assert.ok(Math.abs(four - one) <= 3 * 6, `${one} and ${four}`)
  })

  test('the rate limiter allows a small number of reads without a database query', async () => {
    const before_ = database.pools.requests.totalCount
    const silent = createRateLimits(true, {
      db: new Proxy(database.db, {
        get: () => {
          throw new Error('a read queried the database')
        },
      }),
      now: () => new Date(0),
      metrics: { refusal: () => {} },
    })
    for (let read = 0; read < 6; read++) await silent.request({ key: 'key_reader' })
    for (let read = 0; read < 4; read++) await silent.request({ address: '192.0.2.77' })
    assert.equal(database.pools.requests.totalCount, before_)
  })

  test('the rate limits still apply while the database is unavailable', async () => {
    const alone = createRateLimits(true, {
      db: new Proxy(database.db, {
        get: () => {
          throw new Error('away')
        },
      }),
      now: () => new Date(0),
      metrics: { refusal: () => {} },
    })
    const replies = await Promise.allSettled(Array.from({ length: 100 }, () => alone.request({ key: 'key_alone' })))
    assert.equal(replies.filter(({ status }) => status === 'fulfilled').length, 60)
  })
})

describe('emails that many accounts request for the same address', () => {
  test('the service sends at most five emails of the same kind per hour to an address, across all accounts', async (t) => {
    const app = await startApp(t)
    const victim = 'victim@example.test'
    const replies: Reply[] = []
    for (let asker = 0; asker < 8; asker++) {
      const { cookie, password } = await app.signUp(`Asker${asker}`)
      replies.push(await app.call('PUT', '/v1/me/email', { cookie, json: { email: victim, password } }))
    }
    assert.deepEqual(
      replies.map(({ status }) => status),
      [202, 202, 202, 202, 202, 429, 429, 429],
    )
    const wait = Number(replies.at(-1)!.headers['retry-after'])
    assert.ok(wait > 3_500 && wait <= 3_600, String(wait))
    const sent = async () =>
      (await app.service.ctx.db.selectFrom('mails').select('id').where('recipient', '=', victim).where('link_for', '=', 'verify').execute())
        .length
    assert.equal(await sent(), 5)
    await app.advance(3_601)
    const { cookie, password } = await app.signUp('Later')
    assert.equal((await app.call('PUT', '/v1/me/email', { cookie, json: { email: victim, password } })).status, 202)
    assert.equal(await sent(), 6)
    assert.equal((await app.service.ctx.db.selectFrom('limit_counts').select('deed').where('deed', '=', 'mail').execute()).length > 0, true)
    await app.advance(7_200)
    assert.deepEqual(await app.service.ctx.db.selectFrom('limit_counts').select('deed').execute(), [], 'old counts are deleted')
  })
})

describe('rate limits for Stripe’s webhook', () => {
  let app: TestApp
  let stripe: Awaited<ReturnType<typeof startStripe>>
  const life = lifetime()
  before(async () => {
    stripe = await startStripe()
    life.after(() => stripe.close())
    app = await startApp(life, { ...stripe.env, RATE_LIMITS: 'on' })
  })
  let events = 0
  const event = (isSigned: boolean) => {
    const { raw, signature } = signed(
      { id: `evt_many${++events}`, object: 'event', type: 'some.news', data: { object: {} } },
      app.service.ctx.now(),
    )
    return app.call('POST', '/v1/payments/stripe', {
      raw: { type: 'application/json', bytes: raw },
      headers: isSigned ? { 'stripe-signature': signature } : {},
    })
  }
  const many = async (times: number, one: () => Promise<Reply>) => Promise.all(Array.from({ length: times }, one))
  const read = () => app.call('GET', '/v1/market/stores')

  test('during a flood of unsigned Stripe events, the service accepts every signed event and all other requests', async () => {
    assert.ok((await many(TRIES * 2, () => event(true))).every(({ status }) => status === 200))
    assert.equal((await read()).status, 200)
    const unsigned = await many(TRIES, () => event(false))
    assert.equal(passed(unsigned, 400), 10, 'unsigned events are limited')
    assert.equal((await read()).status, 200, 'readers of the same network are not limited')
    assert.equal(passed(await many(90, read), 200) < 90, true)
    assert.equal((await event(true)).status, 200)
    assert.match((await app.call('GET', '/metrics')).body, /^limit_refusals_total\{limit="unsigned events"\} \d+$/m)
  })
})
