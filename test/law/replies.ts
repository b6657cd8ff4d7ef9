import assert from 'node:assert/strict'
import type { Rule, Scene } from '#test/law/world.ts'

const REPLY = { title: 'Shipping', body: 'Hi {name}, the {item} ships on Monday.' }

/** Access rules for saved replies. */
export const REPLIES_ROWS: Record<string, Rule> = {
  listReplies: { may: 'messages', request: async () => ({ path: '/replies' }) },
  createReply: {
    may: 'messages',
    request: async ({ app, owner }) => {
      // deletes the earlier saved replies, because an account can have at most 50
      await app.service.ctx.db.deleteFrom('saved_replies').where('account_id', '=', owner.id).execute()
      return { path: '/replies', json: REPLY }
    },
  },
  getReply: { may: 'messages', request: async (scene) => ({ path: `/replies/${await saved(scene)}` }) },
  changeReply: { may: 'messages', request: async (scene) => ({ path: `/replies/${await saved(scene)}`, json: { title: 'Postage' } }) },
  deleteReply: { may: 'messages', request: async (scene) => ({ path: `/replies/${await saved(scene)}` }) },
}

async function saved({ app, owner }: Scene): Promise<string> {
  await app.service.ctx.db.deleteFrom('saved_replies').where('account_id', '=', owner.id).execute()
  const { status, body } = await app.call('POST', '/v1/replies', { key: owner.key, json: REPLY })
  assert.equal(status, 201, JSON.stringify(body))
  return body.id
}
