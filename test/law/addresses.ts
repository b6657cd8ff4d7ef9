import assert from 'node:assert/strict'
import { HOME } from '#test/sales.ts'
import type { Rule, Scene } from '#test/law/world.ts'

/** Access rules for the address book. */
export const ADDRESSES_ROWS: Record<string, Rule> = {
  listAddresses: {
    may: 'buying',
    request: async (scene) => {
      await saved(scene)
      return { path: '/addresses' }
    },
  },
  createAddress: {
    may: 'buying',
    request: async (scene) => {
      await emptyBook(scene)
      return { path: '/addresses', json: HOME }
    },
  },
  getAddress: { may: 'buying', request: async (scene) => ({ path: `/addresses/${await saved(scene)}` }) },
  changeAddress: {
    may: 'buying',
    request: async (scene) => ({ path: `/addresses/${await saved(scene)}`, json: { line2: 'Apartment 4' } }),
  },
  deleteAddress: { may: 'buying', request: async (scene) => ({ path: `/addresses/${await saved(scene)}` }) },
}

/** Stores an address. Deletes all other addresses first, because an account can have at most 20. */
async function saved(scene: Scene): Promise<string> {
  await emptyBook(scene)
  const { status, body } = await scene.app.call('POST', '/v1/addresses', { key: scene.owner.key, json: HOME })
  assert.equal(status, 201, JSON.stringify(body))
  return body.id
}

async function emptyBook({ app, owner }: Scene): Promise<void> {
  await app.service.ctx.db.deleteFrom('addresses').where('account_id', '=', owner.id).execute()
}
