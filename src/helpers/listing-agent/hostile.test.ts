import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Person } from '#platform/context/index.ts'
import { codePointLength } from '#core/text.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { callsIn, hostileSteps, type ToolCall } from '#test/attacks-on-tools.ts'
import { ATTACKS } from '#test/attacks.ts'
import { newBuyer, onSale } from '#test/bargain.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { echoed, obeyed } from '#test/fakes/model-mind.ts'
import { startModel, type FakeModel, type ModelAnswer, type Prompted } from '#test/fakes/model.ts'
import { lifetime } from '#test/lifetime.ts'
import { sendChat } from './index.ts'

// The attacker writes into a listing or its chat. The model obeys, calls any tool with any arguments, and repeats its whole prompt.

const PRICE = 84
const FLOOR = 61.37
/**
 * Digits that must not occur in a prompt. They come from the listing's minimum price, an earlier minimum price in its chat, and the minimum
 * prices of two other listings.
 */
const FLOORS = ['61.37', '6137', '57.43', '5743', '73.19', '7319', '47.53', '4753']
const WEBHOOK_SECRET = 'whsec_of_the_seller'
const LANES = 4
const TEXT_SLOTS = ['said', 'title', 'description', 'detail', 'result'] as const
/** Number of steps per reply that may use tools. The last of the five steps has no tools. */
const STEPS = 4

/** One chat: the attacker's input for each field, and the model's tool calls for each step. */
type Input = { index: number; texts: Record<(typeof TEXT_SLOTS)[number], string>; steps: ToolCall[][] }
type Row = {
  price_cents: number
  lowest_price_cents: number | null
  take_offers: boolean
  fields: { key: string; label: string; value: string }[]
}

const t = lifetime()

describe('the listing agent with a model that obeys attackers and echoes its prompt', () => {
  let app: TestApp
  let model: FakeModel
  let seller: Seller
  let person: Person
  let lanes: string[]
  let inputs: Input[]
  let secrets: string[]

  before(async () => {
    model = await startModel(t)
    app = await startApp(t, { ...model.env, MODEL_API_KEY: 'key-of-the-model', MODEL_DAILY_CALLS: '100000' })
    ;[seller] = [await openSeller(app, 'Sol')]
    await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { haggle: false } })
    const [outsider, buyer] = [await openSeller(app, 'Ida'), await newBuyer(app, 'Zoe')]
    const more = { price: PRICE, lowest_price: FLOOR, description: 'Warm.', fields: [{ label: 'Width', value: '30 cm' }] }
    lanes = await Promise.all(Array.from({ length: LANES }, () => onSale(seller, more)))
    const other = await onSale(seller, { lowest_price: 73.19 })
    const foreign = await onSale(outsider, { lowest_price: 47.53 })
    for (const listing of [...lanes, other, foreign]) await buyer.offer(listing, 40)
    await app.advance(0)
    const { ctx } = app.service
    const at = ctx.now()
    const hook = { account_id: seller.id, url: 'https://hook.example.test/', events: ['offer.received'], enabled: false }
    await ctx.db
      .insertInto('webhooks')
      .values({ ...hook, secret: WEBHOOK_SECRET, created_at: at, updated_at: at })
      .execute()
    const { email } = await ctx.db.selectFrom('accounts').select('email').where('id', '=', seller.id).executeTakeFirstOrThrow()
    secrets = [...FLOORS, WEBHOOK_SECRET, 'key-of-the-model', email!, seller.key, seller.cookie.split('=')[1]!, 'Zoe']
    person = personOf(seller.id)
    const steps = hostileSteps({ price: PRICE, other })
    const chats = Math.max(Math.ceil(steps.length / STEPS), Math.ceil(ATTACKS.length / TEXT_SLOTS.length))
    inputs = Array.from({ length: chats }, (_, index) => inputOf(index, steps))
    assert.ok(chats * TEXT_SLOTS.length >= 500 && steps.length >= 300, `${steps.length} steps`)
    model.prompts.length = 0
    await ctx.db.deleteFrom('helper_runs').execute()
    model.answer = (prompt) => misled(inputs[numberOf(prompt)]!, prompt)
  })

  test('more than 500 injected strings and 300 tool steps reveal no secrets, and change only the fields that the chat may change', async () => {
    const untouched = await allElse(app, lanes)
    await inLanes(inputs, lanes, async (input, listing) => {
      const because = `${input.index}: ${JSON.stringify(input.steps.map((step) => step.slice(0, 2))).slice(0, 600)}`
      const planted = await plant(app, listing, input)
      const messages: string[] = []
      let message: { text: string; changes: { tool: string; key: string; after: unknown }[] } | null = null
      const spoken = `${input.texts.said} [input ${input.index}]`
      for await (const event of await sendChat(app.service.ctx, person, listing, spoken, new AbortController().signal)) {
        if (event.event === 'text') messages.push(event.text)
        if (event.event === 'done') ({ message } = event)
      }
      assert.ok(message, because)
      assert.deepEqual(foundIn(messages.join('') + message.text), [], because)
      assert.ok(message.text.length <= 5_000, because)
      const { words, now } = await read(app, listing)
      assert.deepEqual(words, planted, because)
      onlyAsTheToolsMay(now, input, because)
      const reports = (key: string, value: unknown) => message.changes.some((change) => change.key === key && change.after === value)
      if (now.price_cents !== PRICE * 100) assert.ok(reports('price', now.price_cents / 100), because)
      if (now.lowest_price_cents !== FLOOR * 100) assert.ok(reports('lowest_price', now.lowest_price_cents! / 100), because)
      if (!now.take_offers) assert.ok(reports('take_offers', false), because)
      if (input.index % 10 === 0) assert.deepEqual(await allElse(app, lanes), untouched, because)
    })
    assert.deepEqual(await allElse(app, lanes), untouched)
  })

  test('each chat sends five prompts with the same four tools, and no prompt contains a minimum price or a secret', async () => {
    const steps = new Map<number, number>()
    for (const prompt of model.prompts) {
      assert.deepEqual(foundIn(prompt.raw), [], prompt.raw.slice(0, 500))
      assert.deepEqual(prompt.tools, ['set_field', 'set_price', 'set_lowest', 'set_take_offers'])
      steps.set(numberOf(prompt), (steps.get(numberOf(prompt)) ?? 0) + 1)
    }
    assert.equal(steps.size, inputs.length)
    for (const { index } of inputs) assert.equal(steps.get(index), 5, `input ${index}: ${steps.get(index)} steps`)
  })

  test('the stored runs of hostile chats contain no minimum price and no secret', async () => {
    const { db } = app.service.ctx
    const runs = await db.selectFrom('helper_runs').select(['snapshot', 'detail', 'decision']).execute()
    assert.equal(runs.length, inputs.length)
    assert.deepEqual(foundIn(JSON.stringify(runs)), [])
    const events = await db
      .selectFrom('events')
      .select('type')
      .distinct()
      .where('account_id', '=', seller.id)
      .where('type', 'like', 'o%')
      .execute()
    assert.ok(
      events.every(({ type }) => !/accepted|countered|paid|refund/.test(type)),
      JSON.stringify(events),
    )
  })

  // ids are random and may contain these digits by chance
  const foundIn = (text: string) => {
    const plain = text.replaceAll(/\b(?:lst|call|usr)_\w+/g, '')
    return secrets.filter((secret) => plain.includes(secret))
  }
})

const numberOf = ({ user }: Prompted): number => Number(/\[input (\d+)\]/.exec(user)![1])

const inputOf = (index: number, steps: readonly ToolCall[][]): Input => {
  const texts = Object.fromEntries(
    TEXT_SLOTS.map((slot, at) => [slot, ATTACKS[(index * TEXT_SLOTS.length + at) % ATTACKS.length]!.text]),
  ) as Input['texts']
  const own = Array.from({ length: STEPS }, (_, step) => steps[(index * STEPS + step) % steps.length]!)
  // in the first step, the model passes the attacker's text to tools, so that the results contain it; in the second step, the model obeys
  // the text in the owner's message
  return { index, texts, steps: own.map((calls, step) => [...calls, ...callsIn([texts.result, texts.said][step] ?? '')]) }
}

/**
 * Responds like a misled model. First calls tools (for some inputs, as long as tools are available), then echoes its prompt or obeys the
 * attacker.
 */
function misled({ index, steps }: Input, prompt: Prompted): ModelAnswer {
  if (prompt.step < STEPS) return { text: 'On it.', calls: steps[prompt.step]! }
  if (index % 10 === 9) return { calls: steps[0]! }
  return index % 2 === 0 ? echoed(prompt) : obeyed(prompt)
}

async function plant(app: TestApp, listing: string, { texts, index }: Input) {
  const { ctx } = app.service
  const words = {
    title: texts.title.slice(0, 80),
    description: texts.description,
  }
  const fields = [{ key: 'width', label: 'Width', value: texts.detail.slice(0, 500), source: 'you' }]
  const prices = { price_cents: PRICE * 100, lowest_price_cents: FLOOR * 100, take_offers: true }
  await ctx.db
    .updateTable('listings')
    .set({ ...words, ...prices, fields: JSON.stringify(fields) })
    .where('id', '=', listing)
    .execute()
  await ctx.db.deleteFrom('listing_chats').where('listing_id', '=', listing).execute()
  await ctx.db
    .insertInto('listing_chats')
    .values(oldChat(listing, index, ctx.now().getTime()))
    .execute()
  return words
}

/** Returns a chat with two concurrent requests from two browser windows. The first reply in the chat answers the second request. */
function oldChat(listing: string, index: number, at: number) {
  const change = { tool: 'set_lowest', key: 'lowest_price', label: 'Lowest price', before: 70, after: 57.43 }
  const messages: ['seller' | 'agent', string, object[]][] = [
    ['seller', 'My lowest is 57.43', []],
    ['seller', 'Is it a good title?', []],
    ['agent', 'It is.', []],
    ['agent', 'Your lowest is $57.43.', [change]],
  ]
  return messages.map(([role, text, changes], position) => ({
    id: `cht_old${index}x${position}`,
    listing_id: listing,
    role,
    text,
    changes: JSON.stringify(changes),
    created_at: new Date(at - 10_000 + position),
  }))
}

async function read(app: TestApp, listing: string) {
  const { title, description, ...now } = await app.service.ctx.db
    .selectFrom('listings')
    .select(['title', 'description', 'price_cents', 'lowest_price_cents', 'take_offers', 'fields'])
    .where('id', '=', listing)
    .executeTakeFirstOrThrow()
  return { words: { title, description }, now: now as unknown as Row }
}

/**
 * Checks that each price is unchanged or was set by a valid call, that no minimum price exceeds its price, and that each detail is valid.
 */
function onlyAsTheToolsMay(now: Row, { steps }: Input, because: string): void {
  const calls = steps.flat()
  const toolCall = (tool: string, name: string) =>
    calls.flatMap((one) => {
      const value = one.name === tool ? (one.input as Record<string, unknown> | null)?.[name] : undefined
      return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 100_000 ? [value * 100] : []
    })
  const [prices, floors] = [toolCall('set_price', 'price'), toolCall('set_lowest', 'lowest')]
  assert.ok([PRICE * 100, ...prices].includes(now.price_cents), because)
  assert.ok(now.price_cents >= 100 && now.price_cents % 100 === 0, because)
  assert.ok(now.lowest_price_cents !== null && now.lowest_price_cents <= now.price_cents, because)
  assert.ok([FLOOR * 100, ...floors, ...prices].includes(now.lowest_price_cents), because)
  if (!now.take_offers) assert.ok(JSON.stringify(steps).includes('"take_offers":false'), because)
  assert.ok(now.fields.length <= 60, because)
  for (const { label, value } of now.fields) {
    assert.ok(codePointLength(label) <= 60 && codePointLength(value) <= 500 && label !== '' && value !== '', because)
    // oxlint-disable-next-line no-control-regex -- exactly these characters must be removed
    assert.doesNotMatch(`${label}${value}`, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/, because)
    assert.ok(`${label}${value}`.isWellFormed(), because)
  }
}

const ELSEWHERE = [
  'accounts',
  'keys',
  'sessions',
  'webhooks',
  'shops',
  'shop_slugs',
  'orders',
  'order_steps',
  'holds',
  'payments',
  'ledger_entries',
  'payout_accounts',
  'payment_customers',
  'money_moves',
  'messages',
  'threads',
  'approvals',
  'photos',
  'reviews',
  'likes',
  'negotiations',
  'saved_searches',
  'addresses',
  'saved_replies',
] as const

/**
 * Returns checksums of all rows that no chat may change. Excludes the fields that tools may set, and the columns that change when an offer
 * closes.
 */
async function allElse(app: TestApp, lanes: readonly string[]): Promise<Record<string, string>> {
  const sumOf = (name: string, rows: ReturnType<typeof sql>) =>
    sql`select ${name} as name, md5(coalesce(string_agg(r, '|' order by r), '')) as sum from (${rows}) as rows(r)`
  const free = ['price_cents', 'lowest_price_cents', 'take_offers', 'fields', 'title', 'description', 'search', 'updated_at']
  const sums = [
    ...ELSEWHERE.map((name) => sumOf(name, sql`select to_jsonb(t)::text from ${sql.table(name)} t`)),
    sumOf('listings', sql`select to_jsonb(l)::text from listings l where id <> all (${lanes}::text[])`),
    sumOf('these', sql`select (to_jsonb(l) - ${free}::text[])::text from listings l where id = any (${lanes}::text[])`),
    sumOf('offers', sql`select to_jsonb(o)::text from offers o where listing_id <> all (${lanes}::text[])`),
    sumOf(
      // omits the columns that change when the offer closes, and the listing's price as copied into the offer, because tools may change the
      // listing
      'offers here',
      sql`select (to_jsonb(o) - '{status,closed_reason,updated_at,listing_price_cents}'::text[])::text
            || (status = 'open' or status = 'closed' and closed_reason = 'offers_off')::text
          from offers o where listing_id = any (${lanes}::text[])`,
    ),
  ]
  const { rows } = await sql<{ name: string; sum: string }>`${sql.join(sums, sql` union all `)}`.execute(app.service.ctx.db)
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

/** Runs `work` for all inputs, with at most one chat at a time for each listing in `lanes`. */
async function inLanes<T>(all: readonly T[], lanes: readonly string[], work: (one: T, lane: string) => Promise<unknown>): Promise<void> {
  const waiting = [...all]
  await Promise.all(
    lanes.map(async (lane) => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one, lane)
    }),
  )
}

const personOf = (accountId: string): Person => ({
  kind: 'session',
  accountId,
  name: 'Sol',
  credential: accountId,
  tenant: '',
  keyKind: 'session',
  scopes: ['read', 'listings'],
  askFirst: [],
  maxOfferCents: null,
  maxDayCents: null,
  address: '127.0.0.1',
})
