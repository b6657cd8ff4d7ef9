import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import { makeListing, makeShop } from '#test/rows.ts'
import * as imports from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx

test('the next import is the account’s first one that has not failed, and each change concerns one photo of one listing', async () => {
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const shop = await makeShop(ctx, ana.id)
  const theirs = await makeListing(ctx, await makeShop(ctx, ben.id))
  const [lamp, vase] = [await makeListing(ctx, shop), await makeListing(ctx, shop)]
  const want = (ownerId: string, ...rows: [listing_id: string, position: number][]) =>
    inTransaction(ctx, (tx) =>
      imports.insertPhotoImports(
        tx.db,
        ownerId,
        rows.map(([listing_id, position]) => ({ listing_id, position, url: `https://a.test/${position}`, alt: 'A lamp', problem: null })),
        ctx.now(),
      ),
    )
  await want(ben.id, [theirs.id, 0])
  await want(ana.id, [lamp.id, 1], [lamp.id, 0], [vase.id, 0], [vase.id, 1]) // prettier-ignore
  const next = async (ownerId = ana.id) => imports.nextPhotoImport(db, ownerId)
  const take = (row: imports.PhotoImport) => inTransaction(ctx, (tx) => imports.takePhotoImport(tx.db, row))
  const left = async () =>
    (await db.selectFrom('wanted_photos').select(['listing_id', 'position', 'problem']).orderBy('listing_id').orderBy('position').execute()).map(
      ({ listing_id, position, problem }) => [listing_id, position, problem],
    ) // prettier-ignore
  const first = (await next())!
  assert.deepEqual(first, { listing_id: lamp.id, position: 0, url: 'https://a.test/0', alt: 'A lamp', problem: null })
  await imports.failPhotoImport(db, first, 'Not found.')
  const rest = [[lamp.id, 1, null], [vase.id, 0, null], [vase.id, 1, null]] // prettier-ignore
  assert.deepEqual(await left(), [[theirs.id, 0, null], [lamp.id, 0, 'Not found.'], ...rest]) // prettier-ignore
  assert.equal(await take(first), false, 'a failed import')
  const second = (await next())!
  assert.deepEqual([second.listing_id, second.position], [lamp.id, 1])
  assert.deepEqual([await take(second), await take(second)], [true, false])
  assert.deepEqual(await left(), [[theirs.id, 0, null], [lamp.id, 0, 'Not found.'], ...rest.slice(1)]) // prettier-ignore
  assert.equal((await next(ben.id))?.listing_id, theirs.id)
  assert.equal(await next(shop.id), undefined)
})
