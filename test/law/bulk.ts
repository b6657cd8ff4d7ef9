import assert from 'node:assert/strict'
import { listing, type Rule, type Scene } from '#test/law/world.ts'
import { until } from '#test/until.ts'

const bodyOf = async (scene: Scene) => ({ ids: [await listing(scene)], change: { price: { set: 6 } } })

async function bulk(scene: Scene): Promise<string> {
  const { app, owner } = scene
  const id = await start(scene)
  await until('the bulk change', async () => {
    // runs the job in this process if the service has no worker
    await app.advance(0)
    const { status, body } = await app.call('GET', `/v1/listings/bulk/${id}`, { key: owner.key })
    assert.equal(status, 200, JSON.stringify(body))
    return body.status === 'done'
  })
  return id
}

/** Starts a bulk change once the account's earlier bulk change has ended, because an account can run only one at a time. */
async function start(scene: Scene): Promise<string> {
  const { app, owner } = scene
  const json = await bodyOf(scene)
  return until('the end of an earlier bulk change', async () => {
    const started = await app.call('POST', '/v1/listings/bulk', { key: owner.key, json })
    if (started.status === 202) return started.body.id as string
    assert.equal(started.status, 409, JSON.stringify(started.body))
    await app.advance(0)
    return null
  })
}

export const BULK_ROWS: Record<string, Rule> = {
  bulkListings: {
    may: 'listings',
    approval: 'listings.price',
    request: async (scene) => {
      // waits until the account has no bulk change in progress
      await bulk(scene)
      return { path: '/listings/bulk', json: await bodyOf(scene) }
    },
  },
  getBulk: { may: 'read', request: async (scene) => ({ path: `/listings/bulk/${await bulk(scene)}` }) },
  undoBulk: {
    may: 'listings',
    approval: 'listings.price',
    request: async (scene) => ({ path: `/listings/bulk/${await bulk(scene)}/undo` }),
  },
}
