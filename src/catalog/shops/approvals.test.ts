import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Person } from '#platform/context/index.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { lifetime } from '#test/lifetime.ts'
import { makeListing, makeOffer } from '#test/rows.ts'
import { approvalsToChangeShop, approvalsToDeleteShop, approvalsToSetPicture, describePicture, describeShopChange } from './approvals.ts'
import type { ShopRow } from './index.ts'
import type { ChangeShop } from './schema.ts'

const AWAY = new Date('2027-01-02T03:04:05.000Z')
const FLOOR = {
  lowest_percent: 15,
  haggle: false,
  ask_hold: true,
  bundle_tiers: [{ from: 2, percent: 5 }],
  bundle_shipping: 'sum',
} as const

describe('approvals for changes to a shop', () => {
  const life = lifetime()
  let app: TestApp
  let ana: Seller
  let actor: Person
  before(async () => {
    app = await startApp(life, {}, undefined, 'web')
    ana = await openSeller(app)
    actor = { accountId: ana.id } as Person
  })

  const set = (columns: Partial<ShopRow>) => {
    const { bundle_tiers: tiers, ...rest } = columns
    const row = { ...rest, ...(tiers && { bundle_tiers: JSON.stringify(tiers) }) } as object
    return app.service.ctx.db.updateTable('shops').set(row).where('slug', '=', ana.slug).execute()
  }
  const actionsOf = async (change: ChangeShop) =>
    (await approvalsToChangeShop(app.service.ctx, actor, ana.slug, change)).map(({ action }) => action)
  const summaryOf = (change: ChangeShop) => describeShopChange(app.service.ctx, actor, ana.slug, change)

  test('only a change that lowers the accepted prices requires the approval of lower prices', async () => {
    await set({ visibility: 'private', ...FLOOR, bundle_tiers: [...FLOOR.bundle_tiers] })
    const lower: ChangeShop[] = [{ lowest_percent: 16 }, { haggle: true }, { ask_hold: false }, { bundle_tiers: [{ from: 2, percent: 6 }] }, { bundle_shipping: 'highest' }] // prettier-ignore
    for (const change of lower) assert.deepEqual(await actionsOf(change), ['shops.floor'], JSON.stringify(change))
    const same: ChangeShop[] = [{ lowest_percent: 15 }, { haggle: false }, { ask_hold: true }, { bundle_tiers: [{ from: 2, percent: 5 }] }, { bundle_shipping: 'sum' }] // prettier-ignore
    for (const change of [...same, { lowest_percent: 14 }, { bundle_tiers: [] }]) assert.deepEqual(await actionsOf(change), [], JSON.stringify(change)) // prettier-ignore
    await set({ haggle: true, ask_hold: false, bundle_shipping: 'highest' })
    for (const change of [
      { haggle: true },
      { haggle: false },
      { ask_hold: false },
      { ask_hold: true },
      { bundle_shipping: 'highest' },
      { bundle_shipping: 'sum' },
    ] as const)
      // prettier-ignore
      assert.deepEqual(await actionsOf(change), [], JSON.stringify(change))
  })

  test('a change that shows more of the shop, or other public text, requires the approval of publishing', async () => {
    await set({ visibility: 'link', paused: true, answer_questions: true, name: 'Attic', about: null })
    const shows: ChangeShop[] = [{ visibility: 'public' }, { paused: false }, { name: 'Cellar' }, { about: 'Old things.' }, { away_until: AWAY }, { ships_to: ['US', 'CA'] }] // prettier-ignore
    for (const change of shows) assert.deepEqual(await actionsOf(change), ['listings.publish'], JSON.stringify(change))
    for (const change of [
      { visibility: 'link' },
      { visibility: 'private' },
      { paused: true },
      { name: 'Attic' },
      { about: null },
      { tone: 'mint' },
    ] as const)
      // prettier-ignore
      assert.deepEqual(await actionsOf(change), [], JSON.stringify(change))
    await set({ visibility: 'private', paused: false })
    assert.deepEqual(await actionsOf({ visibility: 'link' }), ['listings.publish'])
    for (const change of [{ name: 'Cellar' }, { paused: false }]) assert.deepEqual(await actionsOf(change), [], JSON.stringify(change))
  })

  test('only turning on the answers to questions requires the approval of messages', async () => {
    await set({ answer_questions: false })
    assert.deepEqual(await actionsOf({ answer_questions: true }), ['messages.send'])
    assert.deepEqual(await actionsOf({ answer_questions: false }), [])
    await set({ answer_questions: true })
    for (const value of [true, false]) assert.deepEqual(await actionsOf({ answer_questions: value }), [])
  })

  test('hiding or deleting a shop with an open offer requires the approval of declining offers', async () => {
    const eve = await openSeller(app, 'Eve')
    const person = { accountId: eve.id } as Person
    const { ctx } = app.service
    const { id } = (await eve.call('GET', `/v1/shops/${eve.slug}`)).body
    const shop = { id, slug: eve.slug, ownerId: eve.id }
    await makeOffer(ctx, shop, await makeListing(ctx, shop), { buyerId: ana.id })
    const actions = async (change: ChangeShop) => (await approvalsToChangeShop(ctx, person, eve.slug, change)).map(({ action }) => action)
    for (const change of [{ paused: true }, { visibility: 'private' }] as const) assert.deepEqual(await actions(change), ['offers.decline'])
    for (const change of [{ paused: false }, { visibility: 'link' }, { visibility: 'public' }, { tone: 'mint' }] as const)
      assert.deepEqual(await actions(change), [], JSON.stringify(change))
    const deletion = await approvalsToDeleteShop(ctx, person, eve.slug)
    assert.deepEqual(deletion, [{ action: 'shops.delete' }, { action: 'offers.decline' }])
    await ctx.db.updateTable('shops').set({ paused: true, visibility: 'private' }).where('id', '=', id).execute()
    for (const change of [{ paused: true }, { visibility: 'private' }] as const) assert.deepEqual(await actions(change), [])
  })

  test('a new picture requires the approval of publishing unless the shop is private, and of deleting if it replaces one', async () => {
    const picture = [{ key: 'a', width: 1, height: 1, bytes: 1 }] as unknown as ShopRow['picture']
    const actions = async () => (await approvalsToSetPicture(app.service.ctx, actor, ana.slug)).map(({ action }) => action)
    await set({ visibility: 'private', picture: null })
    assert.deepEqual(await actions(), [])
    await set({ visibility: 'link' })
    assert.deepEqual(await actions(), ['listings.publish'])
    await set({ picture: JSON.stringify(picture) as unknown as ShopRow['picture'] })
    assert.deepEqual(await actions(), ['shops.delete', 'listings.publish'])
    await set({ picture: null })
  })

  test('the description of a change names each changed setting with both values, but not the prices that the shop accepts', async () => {
    await set({ name: 'Attic', visibility: 'public', paused: false, about: null, away_until: AWAY, bundle_tiers: [], lowest_percent: 15, haggle: true, ask_hold: false, ships_to: ['US'] }) // prettier-ignore
    const changed = (parts: string) => `Change the shop “Attic” (${ana.slug}): ${parts}.`
    const summaries: [ChangeShop, string][] = [
      [{ paused: true, haggle: false }, 'its paused from off to on, its haggle from on to off'],
      [{ about: 'Old "things"', name: 'Attic' }, "its about from nothing to “Old 'things'”"],
      [{ lowest_percent: 20 }, 'its highest discount in negotiations'],
      [{ away_until: null }, 'its away until from “2027-01-02T03:04:05.000Z” to nothing'],
      [{ bundle_tiers: [{ from: 2, percent: 5 }, { from: 4, percent: 9 }] }, 'its bundle tiers from nothing to 5 % off from 2 items, 9 % off from 4 items'], // prettier-ignore
      [{ ships_to: ['US', 'CA'] }, 'its ships to from US to US, CA'],
      [{ ship_from: { name: 'Ana', line1: '1 Main St' } } as unknown as ChangeShop, 'the address that its parcels are sent from'],
    ]
    for (const [change, parts] of summaries) assert.equal(await summaryOf(change), changed(parts))
    assert.equal(await summaryOf({ about: 'x'.repeat(301) }), changed(`its about from nothing to “${'x'.repeat(299)}…”`))
    const { ctx } = app.service
    assert.equal(await describePicture(ctx, actor, ana.slug, null), 'Remove the picture of the shop “Attic”.')
    assert.equal(await describePicture(ctx, actor, ana.slug, 'https://a.example/b.png'), 'Set the picture of the shop “Attic” to “https://a.example/b.png”.') // prettier-ignore
  })
})
