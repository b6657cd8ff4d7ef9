import assert from 'node:assert/strict'
import { HOME } from '#test/sales.ts'
import type { Row, World } from '#test/law/world.ts'

/** Access rules of the address book. */
export const ADDRESSES_LAW: Record<string, Row> = {
  listAddresses: {
    method: 'GET',
    at: '/addresses',
    may: 'buying',
    request: async (world) => {
      await saved(world)
      return { path: '/addresses' }
    },
  },
  createAddress: {
    method: 'POST',
    at: '/addresses',
    may: 'buying',
    request: async (world) => {
      await emptyBook(world)
      return { path: '/addresses', json: HOME }
    },
  },
  getAddress: {
    method: 'GET',
    at: '/addresses/{id}',
    may: 'buying',
    request: async (world) => ({ path: `/addresses/${await saved(world)}` }),
  },
  changeAddress: {
    method: 'PATCH',
    at: '/addresses/{id}',
    may: 'buying',
    request: async (world) => ({ path: `/addresses/${await saved(world)}`, json: { line2: 'Apartment 4' } }),
  },
  deleteAddress: {
    method: 'DELETE',
    at: '/addresses/{id}',
    may: 'buying',
    request: async (world) => ({ path: `/addresses/${await saved(world)}` }),
  },
}

/** Stores an address, and removes earlier ones, because an account may have 20. */
async function saved(world: World): Promise<string> {
  await emptyBook(world)
  const { status, body } = await world.app.call('POST', '/v1/addresses', { key: world.owner.key, json: HOME })
  assert.equal(status, 201, JSON.stringify(body))
  return body.id
}

async function emptyBook({ app, owner }: World): Promise<void> {
  await app.service.ctx.db.deleteFrom('addresses').where('account_id', '=', owner.id).execute()
}
