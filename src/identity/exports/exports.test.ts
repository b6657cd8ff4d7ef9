import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction, type Context, type Person } from '#platform/context/index.ts'
import { makeTempFolder } from '#platform/files/temp-folder.ts'
import { startApp } from '#test/app.ts'
import { plantTagged } from '#test/plant-rows.ts'
import { buildExport, deleteExpiredExports, endExports, listExports, openArchive, readExport, startExport } from './index.ts'
import {
  presentExport,
  presentOwnedInvitation,
  presentOwnedListing,
  presentOwnedOffer,
  presentOwnedOrder,
  presentOwnedShop,
} from './present.ts'
import * as queries from './queries.ts'
import * as trade from './trade/queries.ts'

const app = await startApp({ after }, { LOG_LEVEL: 'silent' }, undefined, 'web')
const { ctx } = app.service
const { db } = ctx

type SignedUp = Awaited<ReturnType<typeof app.signUp>>

const NEVER = new AbortController().signal
const WEEK_MS = 7 * 86_400_000
const actorOf = ({ id }: { id: string }) => ({ kind: 'session', accountId: id }) as Person
const start = (person: SignedUp, on: Context = ctx) => inTransaction(on, (tx) => startExport(tx, actorOf(person)))
const at = (time: Date, ms: number): Context => ({ ...ctx, now: () => new Date(time.getTime() + ms) })
const statusOf = async (id: string) => (await db.selectFrom('exports').select('status').where('id', '=', id).executeTakeFirst())?.status

describe('the life of an export', () => {
  test('starts once, and shows its archive when it is done, for seven days and only to its owner', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const row = await start(ana)
    assert.equal((await start(ana)).id, row.id, 'the running export')
    const theirs = await start(ben)
    assert.notEqual(theirs.id, row.id)
    assert.equal(row.expires_at.getTime(), row.created_at.getTime() + WEEK_MS)
    const shown = { object: 'export', id: row.id, status: 'running', url: null, bytes: null }
    const times = { created_at: row.created_at.toISOString(), expires_at: row.expires_at.toISOString() }
    assert.deepEqual(presentExport(ctx, row), { ...shown, ...times })
    await assert.rejects(openArchive(ctx, actorOf(ana), row.id), { status: 409, message: /This export is running/ })
    await buildExport(ctx, row.id)
    assert.equal(await statusOf(theirs.id), 'running')
    const done = await readExport(ctx, actorOf(ana), row.id)
    const { stream, size } = await openArchive(ctx, actorOf(ana), row.id)
    stream.destroy()
    const url = `${app.programsUrl}/v1/exports/${row.id}/archive`
    assert.deepEqual(presentExport(ctx, done), { ...shown, ...times, status: 'done', url, bytes: size })
    await assert.rejects(readExport(ctx, actorOf(ben), row.id), { status: 404 })
    assert.equal((await readExport(at(row.expires_at, -1), actorOf(ana), row.id)).id, row.id)
    await assert.rejects(readExport(at(row.expires_at, 0), actorOf(ana), row.id), { status: 404 })
    await ctx.storage.delete(`exports/${row.id}.zip`)
    await assert.rejects(openArchive(ctx, actorOf(ana), row.id), { status: 404 })
  })

  test('is listed newest first, page by page, until it expires', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const now = ctx.now()
    const ids: string[] = []
    for (let ms = 0; ms < 3; ms++) {
      const { id } = await start(ana, at(now, ms))
      await buildExport(ctx, id)
      ids.unshift(id)
    }
    await start(ben)
    const list = async (limit: number, offset: number, on = ctx) => {
      const { rows, total } = await listExports(on, actorOf(ana), { limit, offset })
      return [rows.map(({ id }) => ids.indexOf(id)), total]
    }
    assert.deepEqual([await list(9, 0), await list(1, 1)], [[[0, 1, 2], 3], [[1], 3]]) // prettier-ignore
    assert.deepEqual(await list(9, 0, at(now, WEEK_MS + 1)), [[0], 1])
  })

  test('counts toward the limit of exports a day', async () => {
    const ana = await app.signUp('Ana')
    const limited: Context = { ...ctx, config: { ...ctx.config, quotas: { ...ctx.config.quotas, exportsADay: 1 } } }
    const { id, created_at } = await start(ana, limited)
    assert.equal((await start(ana, limited)).id, id)
    await buildExport(ctx, id)
    await assert.rejects(start(ana, limited), { status: 409, code: 'quota' })
    const later = { ...limited, now: () => new Date(created_at.getTime() + 86_400_000) }
    assert.notEqual((await start(ana, later)).id, id)
  })

  test('fails if its archive cannot be stored, and is built only while it is running', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const [row, theirs] = [await start(ana), await start(ben)]
    const broken = { ...ctx, storage: { ...ctx.storage, put: () => Promise.reject(new Error('the disk is full')) } } as Context
    await buildExport(broken, row.id)
    assert.deepEqual([await statusOf(row.id), await statusOf(theirs.id)], ['failed', 'running'])
    await assert.rejects(openArchive(ctx, actorOf(ana), row.id), { message: /This export is failed/ })
    await buildExport(ctx, row.id)
    await queries.failExport(db, row.id)
    assert.equal(await statusOf(row.id), 'failed')
    await buildExport(ctx, theirs.id)
    await queries.failExport(db, theirs.id)
    assert.deepEqual(
      [await statusOf(theirs.id), await queries.finishExport(db, theirs.id, { storage_key: 'x', bytes: 1 })],
      ['done', false],
    )

    const late = await start(ana)
    // the export fails while its archive is written
    const storage = { ...ctx.storage, put: async () => queries.failExport(db, late.id) }
    const deleted: string[] = []
    await buildExport({ ...ctx, storage: { ...storage, delete: async (key: string) => void deleted.push(key) } }, late.id)
    assert.deepEqual([await statusOf(late.id), deleted], ['failed', [`exports/${late.id}.zip`]])
  })

  test('leaves no temporary file behind, even if it fails', async (t) => {
    const folder = await makeTempFolder()
    const { TMPDIR } = process.env
    process.env['TMPDIR'] = folder.path
    t.after(() => {
      if (TMPDIR === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = TMPDIR
      return folder.remove()
    })
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    let files = 0
    const put = async () => {
      files = (await readdir(folder.path)).length
      throw new Error('the disk is full')
    }
    await buildExport({ ...ctx, storage: { ...ctx.storage, put } }, (await start(ana)).id)
    assert.equal(files, 1, 'the archive is written to a temporary folder')
    await buildExport(ctx, (await start(ben)).id)
    assert.deepEqual(await readdir(folder.path), [])
  })

  test('is found by its own id to be built, while it is running', async () => {
    const exports = [await start(await app.signUp('Ana')), await start(await app.signUp('Ben'))]
    const found = async () => Promise.all(exports.map(async ({ id }) => (await queries.findExportToBuild(db, id))?.id))
    assert.deepEqual(await found(), [exports[0]!.id, exports[1]!.id])
    await queries.failExport(db, exports[1]!.id)
    assert.deepEqual(await found(), [exports[0]!.id, undefined])
    await queries.failExport(db, exports[0]!.id)
  })

  test('ends after an hour without a result, and its archive is deleted when it expires', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const [row, theirs] = [await start(ana), await start(ben)]
    await deleteExpiredExports(at(row.created_at, 3_600_000), NEVER)
    assert.equal(await statusOf(row.id), 'running')
    await deleteExpiredExports(at(row.created_at, 3_600_001), NEVER)
    assert.equal(await statusOf(row.id), 'failed')
    await db.updateTable('exports').set({ status: 'running' }).where('id', '=', theirs.id).execute()
    await buildExport(ctx, theirs.id)
    await inTransaction(ctx, (tx) => endExports(tx, ana.id))
    const key = `exports/${theirs.id}.zip`
    await deleteExpiredExports({ ...ctx, storage: { ...ctx.storage, delete: () => Promise.reject(new Error('offline')) } }, NEVER)
    assert.equal(await statusOf(row.id), 'failed', 'the job retries later')
    await deleteExpiredExports(ctx, NEVER)
    assert.deepEqual([await statusOf(row.id), await statusOf(theirs.id)], [undefined, 'done'], 'only the closed account’s export')
    assert.notEqual(await ctx.storage.size(key), null)
    await deleteExpiredExports(at(theirs.expires_at, -1), NEVER)
    assert.equal(await statusOf(theirs.id), 'done')
    await deleteExpiredExports(at(theirs.expires_at, 0), NEVER)
    assert.deepEqual([await statusOf(theirs.id), await ctx.storage.size(key)], [undefined, null])
  })
})

describe('the data in an export', () => {
  let seller: SignedUp
  let buyer: SignedUp
  before(async () => {
    ;[seller, buyer] = [await app.signUp('Ana'), await app.signUp('Bo')]
    const [other, third] = [await app.signUp('Cleo'), await app.signUp('Dora')]
    await plant('one', { usr_ana: seller.id, usr_bo: buyer.id })
    await plant('two', { usr_ana: other.id, usr_bo: third.id })
    for (const { id: account_id } of [seller, other]) {
      const created_at = ctx.now()
      const key = Buffer.from(account_id)
      const passkey = {
        id: ctx.newId('psk'),
        account_id,
        name: 'Phone',
        credential_id: key,
        public_key: key,
        counter: 0,
        transports: [],
        created_at,
      }
      await db.insertInto('passkeys').values(passkey).execute()
      await db.insertInto('recovery_codes').values({ account_id, code_hash: key, salt: key, created_at }).execute()
    }
  })

  const OWNED = {
    listings: [queries.ownedListings, (id: string) => sql`select id from listings where owner_id = ${id}`],
    photos: [queries.ownedPhotos, (id: string) => sql`select p.id from photos p join listings l on l.id = p.listing_id where l.owner_id = ${id}`],
    questions: [queries.ownedQuestions, (id: string) => sql`select q.id from listing_questions q join listings l on l.id = q.listing_id where l.owner_id = ${id}`],
    events: [queries.ownedEvents, (id: string) => sql`select id from events where account_id = ${id}`],
    approvals: [queries.ownedApprovals, (id: string) => sql`select id from approvals where account_id = ${id}`],
    reports: [queries.ownedReports, (id: string) => sql`select id from reports where account_id = ${id}`],
    mails: [queries.ownedMails, (id: string) => sql`select id from mails where account_id = ${id}`],
    bulkChanges: [queries.ownedBulkChanges, (id: string) => sql`select id from bulk_changes where account_id = ${id}`],
    threads: [trade.ownedThreads, (id: string) => sql`select id from threads where ${id} in (buyer_id, seller_id)`],
    offers: [trade.ownedOffers, (id: string) => sql`select id from offers where ${id} in (buyer_id, seller_id)`],
    orders: [trade.ownedOrders, (id: string) => sql`select id from orders where ${id} in (buyer_id, seller_id)`],
    reviews: [trade.ownedReviews, (id: string) => sql`select id from reviews where ${id} in (buyer_id, seller_id)`],
    invitations: [trade.ownedInvitations, (id: string) => sql`select id from invitations where account_id = ${id} or id in (select invitation_id from invitation_recipients where account_id = ${id})`],
  } as const // prettier-ignore

  for (const [name, [read, expected]] of Object.entries(OWNED)) {
    test(`contains exactly the account’s own ${name}, page by page in the order of their ids`, async () => {
      const most = { rows: 0 }
      for (const { id } of [seller, buyer]) {
        const page = async (from: string, limit: number) => (await read(db, id, from, limit)).map((row) => row.id)
        const ids = (await sql<{ id: string }>`${expected(id)} order by id`.execute(db)).rows.map((row) => row.id)
        assert.deepEqual(await page('', 999), ids)
        assert.deepEqual(await page('', 1), ids.slice(0, 1))
        assert.deepEqual(await page(ids[0] ?? '', 999), ids.slice(1))
        most.rows = Math.max(most.rows, ids.length)
      }
      assert.ok(most.rows > 0, 'the sample has rows of this kind')
    })
  }

  test('contains nothing of another account in its short lists', async () => {
    const tables = [
      ['keys', queries.ownedKeys],
      ['passkeys', queries.ownedPasskeys],
      ['recovery_codes', queries.ownedRecoveryCodes],
      ['likes', queries.ownedLikes],
      ['follows', queries.ownedFollows],
      ['blocks', queries.ownedBlocks],
      ['saved_searches', queries.ownedSearches],
      ['addresses', queries.ownedAddresses],
      ['saved_replies', queries.ownedReplies],
      ['payment_customers', queries.ownedCustomers],
      ['notice_switches', queries.ownedSwitches],
    ] as const
    for (const [table, read] of tables) {
      let all = 0
      for (const { id } of [seller, buyer]) {
        const { rows } = await sql`select from ${sql.table(table)} where account_id = ${id}`.execute(db)
        assert.equal((await read(db, id)).length, rows.length, table)
        all += rows.length
      }
      const { rows } = await sql`select from ${sql.table(table)}`.execute(db)
      assert.ok(all > 0 && all < rows.length, `${table} has rows of several accounts`)
    }
    const shops = (await queries.ownedShops(db, seller.id)).map(({ owner_id }) => owner_id)
    assert.deepEqual([new Set(shops), await queries.ownedShops(db, buyer.id)], [new Set([seller.id]), []])
    assert.equal((await queries.ownedAccount(db, seller.id)).email, seller.email)
  })

  test('contains an authenticator app only after its first code', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const insert = (account_id: string, confirmed_at: Date | null) =>
      db
        .insertInto('authenticator_apps')
        .values({ account_id, secret: Buffer.from('x'), created_at: ctx.now(), confirmed_at, last_step: confirmed_at && 1 })
        .execute()
    await insert(ana.id, null)
    assert.equal(await queries.ownedApp(db, ana.id), undefined)
    const confirmed = ctx.now()
    await insert(ben.id, confirmed)
    assert.deepEqual([await queries.ownedApp(db, ana.id), await queries.ownedApp(db, ben.id)], [undefined, { confirmed_at: confirmed, last_used_at: null }]) // prettier-ignore
  })

  test('contains the steps and labels of each order, and the rows of each bulk change, with it alone', async () => {
    const read = () => trade.ownedOrders(db, seller.id, '', 99)
    for (const { id: order_id } of await read()) {
      const id = `lbl_${order_id}`
      const label = { id, order_id, status: 'failed' as const, provider: 'test' as const, shipment_ref: id, rate_ref: id, carrier: 'USPS', service: 'Ground', amount_cents: 500 } // prettier-ignore
      await db
        .insertInto('labels')
        .values({ ...label, asks: 1, asked_at: ctx.now(), created_at: ctx.now() })
        .execute()
    }
    const steps = await db.selectFrom('order_steps').select(['order_id', 'status']).orderBy('position').execute()
    const orders = await read()
    for (const { id, timeline, labels } of orders) {
      assert.deepEqual(timeline.map(({ status }) => status), steps.filter(({ order_id }) => order_id === id).map(({ status }) => status)) // prettier-ignore
      assert.deepEqual(labels.map((label) => label.id), [`lbl_${id}`]) // prettier-ignore
    }
    assert.ok(orders.length > 1 && orders.some(({ timeline }) => timeline.length > 0))
    const rows = await db.selectFrom('bulk_change_rows').select(['bulk_id', 'listing_id']).orderBy('position').execute()
    for (const bulk of await queries.ownedBulkChanges(db, seller.id, '', 99))
      assert.deepEqual(bulk.rows.map((row) => row.listing_id), rows.filter(({ bulk_id }) => bulk_id === bulk.id).map((row) => row.listing_id)) // prettier-ignore
  })

  test('shows an order to each party without the data of the other', async () => {
    const [sold] = await trade.ownedOrders(db, seller.id, '', 1)
    const address = { name: 'Bo' } as never
    const row = {
      ...sold!,
      address,
      labels: [{ id: 'lbl_1' }] as never,
      return_details: { reason: 'torn' } as never,
      return_status: 'open' as never,
    }
    const [hers, his] = [presentOwnedOrder(row, seller.id), presentOwnedOrder(row, buyer.id)]
    assert.deepEqual([hers.role, hers.address, hers.labels], ['seller', null, [{ id: 'lbl_1' }]])
    assert.deepEqual([his.role, his.address, his.labels], ['buyer', address, []])
    assert.deepEqual(hers.return, { status: 'open', reason: 'torn' })
    assert.equal(presentOwnedOrder({ ...row, return_details: null }, seller.id).return, null)
    const amounts = { item_cents: 4_050, fee_cents: 405, deposit_cents: 200, refunded_cents: 100, discount_cents: 250 }
    const { item, fee, deposit, refunded, discount } = presentOwnedOrder({ ...row, ...amounts }, seller.id)
    assert.deepEqual([item, fee, deposit, refunded, discount], [40.5, 4.05, 2, 1, 2.5])
    const { object, id, status, listing, shop, tracking } = hers
    assert.deepEqual(
      [object, id, status, listing, shop, tracking],
      [
        'order',
        row.id,
        row.status,
        { id: row.listing_id, title: row.listing_title },
        { slug: row.shop_slug, name: row.shop_name },
        { carrier: row.carrier, number: row.tracking_number },
      ],
    )
    const fields = 'address created_at deposit discount fee hold id item labels listing object offer payment payout problem purchase refunded return role shipping shop status timeline tracking updated_at' // prettier-ignore
    assert.equal(Object.keys(hers).toSorted().join(' '), fields)
  })

  test('shows amounts in dollars, and the visibility that the owner chose', async () => {
    const [listing] = await queries.ownedListings(db, seller.id, '', 1)
    const shown = presentOwnedListing({ ...listing!, price_cents: 4_001, lowest_price_cents: 3_050, shipping_cents: 425 })
    assert.deepEqual([shown.object, shown.id, shown.shop, shown.price, shown.lowest_price, shown.shipping], ['listing', listing!.id, listing!.shop, 40.01, 30.5, 4.25]) // prettier-ignore
    const visible = (row: { visibility: never; asked_visibility: never }) => [presentOwnedListing({ ...listing!, ...row }).visibility, presentOwnedShop({ ...shop!, ...row }).visibility] // prettier-ignore
    const [shop] = await queries.ownedShops(db, seller.id)
    assert.deepEqual(visible({ visibility: 'private' as never, asked_visibility: 'everyone' as never }), ['everyone', 'everyone'])
    assert.deepEqual(visible({ visibility: 'private' as never, asked_visibility: null as never }), ['private', 'private'])
    const presented = presentOwnedShop({ ...shop!, picture: 'a.webp' })
    assert.deepEqual(
      [presented.object, 'owner_id' in presented, 'picture' in presented, presented.slug],
      ['shop', false, false, shop!.slug],
    )
    const same = ['created_at', 'fields', 'hidden_at', 'link', 'parcel', 'prompt', 'published_at', 'research', 'sold_at', 'status', 'take_offers', 'title', 'updated_at'] as const // prettier-ignore
    for (const name of same) assert.deepEqual(shown[name], listing![name], name)

    const [offer] = await trade.ownedOffers(db, seller.id, '', 1)
    const cents = { listing_price_cents: 4_001, amount_cents: 3_000, counter_cents: 3_550 }
    const { object, id, listing_price, amount, counter, ...rest } = presentOwnedOffer({ ...offer!, ...cents })
    assert.deepEqual([object, id, listing_price, amount, counter, 'amount_cents' in rest], ['offer', offer!.id, 40.01, 30, 35.5, false])
    const [invitation] = await trade.ownedInvitations(db, seller.id, '', 1)
    const invited = presentOwnedInvitation({ ...invitation!, amount_cents: 1_250, ended_as: 'withdrawn' })
    assert.deepEqual([invited.object, invited.ended, invited.amount, 'amount_cents' in invited], ['invitation', 'withdrawn', 12.5, false])
  })

  test('shows each party its own role in conversations and invitations, and the senders’ count only to the sender', async () => {
    const roles = async (read: typeof trade.ownedThreads | typeof trade.ownedOffers | typeof trade.ownedReviews, { id }: SignedUp) =>
      new Set((await read(db, id, '', 9)).map(({ role }) => role))
    for (const read of [trade.ownedThreads, trade.ownedOffers, trade.ownedReviews])
      assert.deepEqual([await roles(read, seller), await roles(read, buyer)], [new Set(['seller']), new Set(['buyer'])])
    const [sent] = await trade.ownedInvitations(db, seller.id, '', 9)
    const [received] = await trade.ownedInvitations(db, buyer.id, '', 9)
    assert.deepEqual([sent!.role, typeof sent!.sent, received!.role, received!.sent], ['seller', 'number', 'buyer', null])
  })
})

const plant = (tag: string, people: Record<string, string>) => plantTagged(app.databaseUrl, PLANTED, tag, people)

const PLANTED = ['shops', 'shop_slugs', 'stored_files', 'holds', 'listings', 'photos', 'listing_questions', 'offers', 'purchases', 'orders', 'order_steps', 'threads', 'messages', 'reviews', 'invitations', 'invitation_recipients', 'bulk_changes', 'bulk_change_rows', 'keys', 'events', 'approvals', 'likes', 'follows', 'blocks', 'saved_searches', 'addresses', 'saved_replies', 'reports', 'notice_switches', 'payment_customers', 'mails'] // prettier-ignore
