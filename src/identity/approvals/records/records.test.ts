import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { inTransaction, type Person } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import { plantTagged } from '#test/plant-rows.ts'
import { makeListing, makePhoto, makeShop } from '#test/rows.ts'
import { lockVersions, recordsOf, sameVersions } from './index.ts'
import { lockedListingVersions, lockedVersion, RECORD_KINDS, type RecordKind } from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx

const TABLES = ['shops', 'shop_slugs', 'listings', 'photos', 'listing_questions', 'stored_files', 'offers', 'holds', 'purchases', 'orders', 'threads', 'messages', 'reviews', 'invitations', 'invitation_recipients', 'webhooks', 'addresses', 'keys', 'checkouts'] // prettier-ignore
type Side = 'seller' | 'buyer'
/** Copies of rows with a different id and other values, so that each account has two rows in these tables. */
const SECOND_ROWS: readonly (readonly [table: string, id: string, more: (tag: string) => object])[] = [
  ['offers', 'off_open', () => ({ status: 'declined' })],
  ['addresses', 'adr_a', () => ({ is_default: false, city: 'Bend' })],
  [
    'checkouts',
    'chk_a',
    (tag) => ({
      ...{ order_id: null, item_cents: 5, discount_cents: 0, listing_id: `lst_draft-${tag}` },
      items: ['lst_live', 'lst_draft'].map((id) => ({ id: `${id}-${tag}` })),
    }),
  ],
  ['invitations', 'inv_a', () => ({ note: 'For you, too.' })],
  ['orders', 'ord_a', () => ({ item_cents: 5 })],
  ['reviews', 'rev_a', (tag) => ({ order_id: `ord_a_2-${tag}` })],
  ['holds', 'hld_a', () => ({ status: 'expired' })],
  ['purchases', 'pur_a', () => ({ status: 'expired' })],
  ['threads', 'thr_a', (tag) => ({ listing_id: `lst_sold-${tag}`, shop_name: 'Other' })],
  ['listing_questions', 'que_a', () => ({ question: 'Is it another?' })],
]
type Case = { id: string; seenBy: readonly Side[] | 'everyone'; change: (tag: string) => ReturnType<typeof sql> }

/** The sample record of each kind, the accounts that see a version of it, and a change that an approval must notice. */
const CASES: Readonly<Record<RecordKind, Case>> = {
  shop: { id: 'ana', seenBy: 'everyone', change: (tag) => sql`update shops set about = 'New' where slug = ${`ana-${tag}`}` },
  'whole shop': { id: 'ana', seenBy: 'everyone', change: (tag) => sql`update listings set price_cents = 777 where id = ${`lst_draft-${tag}`}` },
  listing: { id: 'lst_live', seenBy: 'everyone', change: (tag) => sql`update listings set price_cents = 778 where id = ${`lst_live-${tag}`}` },
  sku: { id: 'SKU 1', seenBy: ['seller'], change: (tag) => sql`update listings set price_cents = 779 where id = ${`lst_live-${tag}`}` },
  offer: { id: 'off_open', seenBy: ['seller', 'buyer'], change: (tag) => sql`update offers set amount_cents = 2999 where id = ${`off_open-${tag}`}` },
  invitation: { id: 'inv_a', seenBy: ['seller', 'buyer'], change: (tag) => sql`update invitations set amount_cents = 3999 where id = ${`inv_a-${tag}`}` },
  order: { id: 'ord_a', seenBy: ['seller', 'buyer'], change: (tag) => sql`update orders set item_cents = 4001 where id = ${`ord_a-${tag}`}` },
  hold: { id: 'hld_a', seenBy: ['seller', 'buyer'], change: (tag) => sql`update holds set deposit_cents = 501 where id = ${`hld_a-${tag}`}` },
  purchase: { id: 'pur_a', seenBy: ['seller', 'buyer'], change: (tag) => sql`update purchases set total_cents = 1401 where id = ${`pur_a-${tag}`}` },
  thread: { id: 'thr_a', seenBy: ['seller', 'buyer'], change: (tag) => sql`update threads set shop_name = 'Renamed' where id = ${`thr_a-${tag}`}` },
  review: { id: 'rev_a', seenBy: ['seller'], change: (tag) => sql`update reviews set rating = 4 where id = ${`rev_a-${tag}`}` },
  question: { id: 'que_a', seenBy: ['seller'], change: (tag) => sql`update listing_questions set answer = 'No.' where id = ${`que_a-${tag}`}` },
  webhook: { id: '', seenBy: ['seller'], change: (tag) => sql`update webhooks set secret = 'whsec_y' where account_id = ${people[tag]!.seller.id}` },
  address: { id: 'adr_a', seenBy: ['buyer'], change: (tag) => sql`update addresses set city = 'Salem' where id = ${`adr_a-${tag}`}` },
  checkout: { id: 'chk_a', seenBy: ['buyer'], change: (tag) => sql`update checkouts set item_cents = 4002 where id = ${`chk_a-${tag}`}` },
  'order of checkout': { id: 'chk_a', seenBy: ['buyer'], change: (tag) => sql`update orders set item_cents = 4003 where id = ${`ord_a-${tag}`}` },
} // prettier-ignore

const people: Record<string, Record<Side | 'outsider', { id: string }>> = {}
/** A listing in a second shop of each seller. */
const elsewhere: Record<string, string> = {}
const idOf = (kind: RecordKind, tag: string) => (kind === 'webhook' || kind === 'sku' ? CASES[kind].id : `${CASES[kind].id}-${tag}`)
const versionFor = (kind: RecordKind, id: string, accountId: string) =>
  inTransaction(ctx, (tx) => lockedVersion(tx.db, kind, { id, accountId }))

before(async () => {
  for (const tag of ['one', 'two']) {
    const [seller, buyer, outsider] = [await app.signUp('Ana'), await app.signUp('Bo'), await app.signUp('Cleo')]
    people[tag] = { seller, buyer, outsider }
    await plantTagged(app.databaseUrl, TABLES, tag, { usr_ana: seller.id, usr_bo: buyer.id })
    await sql`update listings set sku = 'SKU 1' where id = ${`lst_live-${tag}`}`.execute(db)
    await sql`update listing_questions set question = ${`Is it ${tag}?`} where id = ${`que_a-${tag}`}`.execute(db)
    await sql`update webhooks set url = ${`https://${tag}.test/`} where account_id = ${seller.id}`.execute(db)
    await sql`update orders set purchase_id = ${`pur_a-${tag}`}, offer_id = null, discount_cents = 0, share_cents = 1000
      where id = ${`ord_a-${tag}`}`.execute(db)
    for (const [table, id, more] of SECOND_ROWS)
      await sql`insert into ${sql.table(table)} select (jsonb_populate_record(t, ${{ id: `${id}_2-${tag}`, ...more(tag) }}::jsonb)).*
        from ${sql.table(table)} t where id = ${`${id}-${tag}`}`.execute(db)
    elsewhere[tag] = (await makeListing(ctx, await makeShop(ctx, seller.id))).id
    const guest = await app.signUp('Dan')
    for (const [invitation_id, account_id] of [['inv_a', guest.id], ['inv_a_2', buyer.id]] as const)
      await db
        .insertInto('invitation_recipients')
        .values({ invitation_id: `${invitation_id}-${tag}`, account_id, listing_id: `lst_live-${tag}`, created_at: ctx.now(), updated_at: ctx.now() })
        .execute() // prettier-ignore
    await sql`update purchases set total_cents = ${tag === 'one' ? 1_400 : 1_500} where id = ${`pur_a-${tag}`}`.execute(db)
  }
})

describe('the version of a record', () => {
  for (const kind of RECORD_KINDS) {
    test(`a ${kind} has a version only for accounts that may see it, and a change affects only its own version`, async () => {
      const { seenBy, change } = CASES[kind]
      const id = idOf(kind, 'one')
      const versionsIn = async (tag: string) =>
        Object.fromEntries(
          await Promise.all(
            (['seller', 'buyer', 'outsider'] as const).map(async (who) => [
              who,
              await versionFor(kind, idOf(kind, tag), people[tag]![who].id),
            ]),
          ),
        )
      const [first, other] = [await versionsIn('one'), await versionsIn('two')]
      for (const [who, version] of Object.entries(first)) {
        assert.equal(version !== null, seenBy === 'everyone' || seenBy.includes(who as Side), `${who}: ${String(version)}`)
        assert.equal(version === null || version !== other[who], true, 'another record has another version')
      }
      if (seenBy !== 'everyone')
        for (const who of ['seller', 'buyer'] as const)
          if (kind !== 'sku' && kind !== 'webhook')
            assert.equal(await versionFor(kind, id, people['two']![who].id), null, 'a party of another record')
      assert.deepEqual(await versionsIn('one'), first)
      await change('one').execute(db)
      const [changed, same] = [await versionsIn('one'), await versionsIn('two')]
      assert.notEqual(changed[seenBy === 'everyone' ? 'seller' : seenBy[0]!], first[seenBy === 'everyone' ? 'seller' : seenBy[0]!])
      assert.deepEqual(same, other)
    })
  }

  test('of a record differs from that of a similar record with the same parties, and does not change with it', async () => {
    const versionsOf = async (end: string) =>
      Promise.all(
        SECOND_ROWS.map(async ([, id]) => {
          const kind = RECORD_KINDS.find((one) => CASES[one].id === id)!
          const side = CASES[kind].seenBy[0] as Side
          return versionFor(kind, `${id}${end}-two`, people['two']![side].id)
        }),
      )
    const [first, second] = [await versionsOf(''), await versionsOf('_2')]
    for (const [index, version] of first.entries()) assert.ok(version && second[index] && version !== second[index], SECOND_ROWS[index]![0])
    const reply = (thread: string) =>
      sql`insert into messages (id, thread_id, sender, text, needs_owner, created_at)
        values (${`msg_z_${thread}`}, ${thread}, 'buyer', 'Hello', false, ${ctx.now()})`.execute(db)
    await reply('thr_a_2-two')
    assert.deepEqual(await versionsOf(''), first)
    await reply('thr_a-two')
    assert.notDeepEqual(await versionsOf(''), first)
  })

  test('does not change with a record that it does not contain', async () => {
    const { seller, buyer } = people['two']!
    const keeps = async (kind: RecordKind, id: string, { id: accountId }: { id: string }, change: () => Promise<unknown>) => {
      const before = await versionFor(kind, id, accountId)
      await change()
      assert.notEqual(before, null)
      assert.equal(await versionFor(kind, id, accountId), before, kind)
    }
    const set = (id: string, columns: object) => () =>
      db
        .updateTable('listings')
        .set({ ...columns })
        .where('id', '=', id)
        .execute()
    await keeps('whole shop', 'ana-two', seller, set(elsewhere['two']!, { price_cents: 123 }))
    await keeps('whole shop', 'ana-two', seller, set('lst_sold-two', { description: 'It was sold.' }))
    await keeps('whole shop', 'ana-two', buyer, set('lst_draft-two', { lowest_price_cents: 1 }))
    await keeps('listing', 'lst_live-two', seller, () => makePhoto(ctx, 'lst_draft-two', { position: 5 }))
    await keeps('purchase', 'pur_a-two', buyer, () => sql`update orders set item_cents = 4004 where id = 'ord_a-one'`.execute(db))
    const message = {
      id: 'msg_zz',
      thread_id: 'thr_a-two',
      sender: 'buyer',
      text: 'My own',
      needs_owner: false,
      created_at: ctx.now(),
    } as const
    await keeps('thread', 'thr_a-two', buyer, () => db.insertInto('messages').values(message).execute())
  })

  test('of a listing contains the minimum price only for the owner', async () => {
    const { seller, buyer } = people['two']!
    const versions = async () => [
      await versionFor('listing', 'lst_live-two', seller.id),
      await versionFor('listing', 'lst_live-two', buyer.id),
    ]
    const [hers, his] = await versions()
    await sql`update listings set lowest_price_cents = 123 where id = 'lst_live-two'`.execute(db)
    const [later, same] = await versions()
    assert.notEqual(later, hers)
    assert.equal(same, his)
  })

  test('of a shop without a name in the request is that of the account’s first shop', async () => {
    const { seller, buyer } = people['two']!
    assert.equal(await versionFor('shop', '', seller.id), await versionFor('shop', 'ana-two', seller.id))
    assert.equal(await versionFor('shop', '', buyer.id), null)
  })

  test('of many listings is the same as the version of each', async () => {
    const { id } = people['two']!.seller
    const ids = ['lst_live-two', 'lst_draft-two', 'lst_none']
    const all = await inTransaction(ctx, (tx) => lockedListingVersions(tx.db, ids, id))
    assert.deepEqual(Object.fromEntries(all), {
      'lst_live-two': await versionFor('listing', 'lst_live-two', id),
      'lst_draft-two': await versionFor('listing', 'lst_draft-two', id),
    })
  })

  test('of a record whose id cannot exist is null, and a request names the versions by kind and id', async () => {
    const { id } = people['two']!.seller
    const lock = (about: Partial<Parameters<typeof lockVersions>[2]>) =>
      inTransaction(ctx, (tx) =>
        lockVersions(tx, { accountId: id } as Person, { method: 'POST', path: '/offers/{id}', params: {}, body: {}, ...about }),
      )
    assert.deepEqual(await lock({ params: { id: 'off_\0' } }), { 'offer off_\0': null })
    const offer = await versionFor('offer', 'off_open-two', id)
    const listing = await versionFor('listing', 'lst_live-two', id)
    assert.deepEqual(await lock({ params: { id: 'off_open-two' }, listings: ['lst_live-two', 'lst_none', 'a b'] }), {
      'offer off_open-two': offer,
      'listing lst_live-two': listing,
      'listing lst_none': null,
    })
    assert.deepEqual(await lock({ path: '/webhooks' }), { webhook: await versionFor('webhook', '', id) })
    const bySku = await lock({ path: '/listings/by-sku/{sku}', params: { sku: 'SKU 1' } })
    assert.equal(bySku['sku SKU 1'], listing, 'a SKU may contain any characters')
  })
})

const SHOP = 'shops shp_a share'
const LIVE = [SHOP, 'listings lst_live update']
const SALE = [SHOP, 'listings lst_sold update', 'purchases pur_a update', 'orders ord_a update']

/** The rows that are locked with the sample record of each kind, for the seller and the buyer. */
const LOCKED: Readonly<Record<RecordKind, Readonly<Record<Side, readonly string[]>>>> = {
  shop: both([SHOP]),
  'whole shop': {
    seller: ['shops shp_a update', ...['lst_draft', 'lst_live', 'lst_sold'].map((id) => `listings ${id} update`)],
    buyer: [],
  },
  listing: both(LIVE),
  sku: { seller: LIVE, buyer: [] },
  offer: both([...LIVE, 'offers off_open update']),
  invitation: {
    seller: [...LIVE, 'invitations inv_a update'],
    buyer: [...LIVE, 'invitations inv_a update', 'invitation_recipients buyer update'],
  },
  order: both(SALE),
  hold: both([...LIVE, 'holds hld_a update']),
  purchase: both(['listings lst_sold update', 'purchases pur_a update']),
  thread: both(['threads thr_a update']),
  review: { seller: ['reviews rev_a update'], buyer: [] },
  question: { seller: ['listing_questions que_a update'], buyer: [] },
  webhook: { seller: ['webhooks seller update'], buyer: [] },
  address: { seller: [], buyer: ['addresses adr_a update'] },
  checkout: { seller: [], buyer: [...LIVE, 'checkouts chk_a update'] },
  'order of checkout': { seller: [], buyer: ['purchases pur_a update', 'orders ord_a update'] },
}

function both(rows: readonly string[]): Record<Side, readonly string[]> {
  return { seller: rows, buyer: rows }
}

describe('the rows that are locked with a record, and the mode of each lock', () => {
  const other = new Client({ connectionString: app.databaseUrl })
  before(() => other.connect())
  after(() => other.end())

  /** Returns the rows that a different transaction has locked. */
  async function lockedRows(): Promise<string[]> {
    const rows: string[] = []
    for (const table of TABLES) {
      const unlocked = async (mode: string) =>
        new Set((await other.query(`select ctid::text from ${table} for ${mode} skip locked`)).rows.map(({ ctid }) => ctid))
      const [share, update] = [await unlocked('share'), await unlocked('update')]
      for (const { ctid, row } of (await other.query(`select ctid::text, to_jsonb(t) as row from ${table} t`)).rows)
        if (!update.has(ctid)) rows.push(`${table} ${row.id ?? row.account_id} ${share.has(ctid) ? 'share' : 'update'}`)
    }
    return rows
  }

  for (const kind of RECORD_KINDS)
    test(kind, async () => {
      const { seller, buyer, outsider } = people['one']!
      for (const [side, { id: accountId }] of [['seller', seller], ['buyer', buyer], ['outsider', outsider]] as const) {
        const locked = await inTransaction(ctx, async (tx) => {
          await lockedVersion(tx.db, kind, { id: idOf(kind, 'one'), accountId })
          return lockedRows()
        })
        const named = locked.map((row) => row.replace('-one', '').replace(seller.id, 'seller').replace(buyer.id, 'buyer'))
        const expected = side !== 'outsider' ? LOCKED[kind][side] : CASES[kind].seenBy === 'everyone' ? LOCKED[kind].buyer : []
        assert.deepEqual(named.toSorted(), expected.toSorted(), side)
      } // prettier-ignore
    })

  test('many listings', async () => {
    const locked = await inTransaction(ctx, async (tx) => {
      await lockedListingVersions(tx.db, ['lst_live-one', 'lst_draft-one'], people['one']!.buyer.id)
      return lockedRows()
    })
    assert.deepEqual(locked.toSorted(), ['listings lst_draft-one update', 'listings lst_live-one update', 'shops shp_a-one share'])
  })
})

test('the path and the body of a request determine its records, in the order in which they are locked', () => {
  const of = (method: string, path: string, params: object = {}, body?: unknown) =>
    recordsOf({ method, path, params: params as Record<string, unknown>, body }).map(({ kind, id }) => `${kind} ${id}`.trim())
  const id = { id: 'x_1' }
  for (const [path, kind] of [
    ['/listings/{id}/publish', 'listing'],
    ['/market/listings/{id}/like', 'listing'],
    ['/offers/{id}/accept', 'offer'],
    ['/invitations/{id}', 'invitation'],
    ['/orders/{id}/refund', 'order'],
    ['/holds/{id}/return', 'hold'],
    ['/purchases/{id}', 'purchase'],
    ['/threads/{id}/messages', 'thread'],
    ['/reviews/{id}/reply', 'review'],
    ['/checkout-sessions/{id}', 'checkout'],
  ])
    assert.deepEqual(of('POST', path!, id), [`${kind} x_1`], path)
  assert.deepEqual(of('POST', '/searches/{id}', id), [])
  assert.deepEqual(of('GET', '/offersheets/{id}', id), [])
  assert.deepEqual(of('POST', '/offers', {}, { listing: 'lst_1' }), ['listing lst_1'])
  assert.deepEqual(of('POST', '/offers', {}, { listing: 5 }), [])
  assert.deepEqual(of('POST', '/listings', {}, {}), ['shop'])
  assert.deepEqual(of('POST', '/listings', {}, { shop: ' My-Shop ' }), ['shop my-shop'])
  assert.deepEqual(of('PUT', '/listings/by-sku/{sku}', { sku: 'A 1' }, {}), ['shop', 'sku A 1'])
  assert.deepEqual(of('POST', '/purchases', {}, { listings: ['lst_2', 'lst_1', 'lst_2'] }), ['listing lst_1', 'listing lst_2'])
  assert.deepEqual(of('POST', '/purchases', {}, { listings: 'lst_1' }), ['listing lst_1'])
  assert.deepEqual(of('POST', '/purchases', {}, {}), [])
  assert.deepEqual(of('POST', '/elsewhere', {}, { listings: ['lst_1'], orders: ['ord_1'], csv: 'lst_1' }), [])
  assert.deepEqual(of('POST', '/labels', {}, { orders: ['ord_2', 'ord_1'] }), ['order ord_1', 'order ord_2'])
  assert.deepEqual([of('POST', '/labels', {}, { orders: 'ord_1' }), of('POST', '/labels', {}, {})], [['order ord_1'], []])
  const csv = 'id,title\nlst_2,Lamp\nlst_1,\nxlst_3,\nlst_2,again'
  assert.deepEqual(of('POST', '/listings/import', {}, { csv }), ['listing lst_1', 'listing lst_2'])
  assert.deepEqual(of('POST', '/listings/import', {}, { csv: 5 }), [])
  assert.deepEqual(of('POST', '/orders', {}, { listing: 'lst_1', hold: 'hld_1', address: 'adr_1' }), ['listing lst_1', 'hold hld_1', 'address adr_1']) // prettier-ignore
  assert.deepEqual(of('PUT', '/webhooks', {}, { url: 'x' }), ['webhook'])
  assert.deepEqual(of('POST', '/webhooks/deliveries/{id}/retry', { id: 'dlv_1' }), ['webhook'])
  assert.deepEqual(of('DELETE', '/shops/{slug}', { slug: 'My-Shop' }), ['whole shop my-shop'])
  assert.deepEqual(of('PATCH', '/shops/{slug}', { slug: 'My-Shop' }, { name: 'New' }), ['shop my-shop'])
  for (const field of ['visibility', 'paused', 'lowest_percent', 'haggle', 'take_offers', 'ask_hold'])
    assert.deepEqual(of('PATCH', '/shops/{slug}', { slug: 'ana' }, { [field]: false }), ['whole shop ana'], field)
  assert.deepEqual(of('DELETE', '/shops/{slug}/picture', { slug: 'ana' }), ['shop ana'])
  assert.deepEqual(of('POST', '/listings/{id}/questions/{questionId}', { id: 'lst_1', questionId: 'que_1' }), ['listing lst_1', 'question que_1']) // prettier-ignore
  assert.deepEqual(of('POST', '/checkout-sessions/{id}/cancel', { id: 'chk_1' }), ['checkout chk_1', 'order of checkout chk_1'])
})

test('versions are the same if each record has the same version, whatever the order, and a missing record counts as null', () => {
  assert.equal(sameVersions({ a: '1', b: '2' }, { b: '2', a: '1' }), true)
  assert.equal(sameVersions({ a: '1' }, { a: '1', b: null }), true)
  assert.equal(sameVersions({ a: '1', b: null }, { a: '1' }), true)
  for (const [one, other] of [
    [{ a: '1' }, { a: '2' }],
    [{ a: '1' }, {}],
    [{}, { a: '1' }],
    [
      { a: '1', b: '2' },
      { a: '1', b: '3' },
    ],
  ] as const)
    assert.equal(sameVersions(one as Record<string, string>, other as Record<string, string>), false)
})
