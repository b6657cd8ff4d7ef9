import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { makeListing, makePhoto, makeShop } from '#test/rows.ts'
import { historyOf, photosOf } from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service

test('the photos are those of one listing, in order, and the history counts warnings and other actions separately', async () => {
  const { id: ana } = await app.signUp()
  const shop = await makeShop(ctx, ana)
  const [lamp, vase] = [await makeListing(ctx, shop), await makeListing(ctx, shop)]
  const second = await makePhoto(ctx, lamp.id, { position: 1 })
  const first = await makePhoto(ctx, lamp.id, { position: 0 })
  await makePhoto(ctx, vase.id, { position: 0 })
  assert.deepEqual((await photosOf(ctx.db, lamp.id)).map(({ key }) => key), [first, second]) // prettier-ignore
  for (const kind of ['warning', 'change', 'listing'] as const) {
    const row = {
      id: ctx.newId('mea'),
      kind,
      subject_id: kind,
      subject_name: 'Lamp',
      account_id: ana,
      reason: 'Fake.',
      taken_at: ctx.now(),
    }
    await ctx.db.insertInto('measures').values(row).execute()
  }
  const { warnings, actions } = await historyOf(ctx.db, ana)
  assert.deepEqual([warnings, actions], [2, 1])
})
