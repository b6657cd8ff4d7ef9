import { sql } from 'kysely'
import type { Rule, Scene } from '#test/law/world.ts'

export const WEBHOOKS_ROWS: Record<string, Rule> = {
  getWebhook: { may: 'read', request: async () => ({ path: '/webhooks' }) },
  setWebhook: {
    may: 'webhooks',
    approval: 'webhooks.change',
    proof: true,
    request: async () => ({ path: '/webhooks', json: { url: NOWHERE } }),
  },
  stopWebhook: { may: 'webhooks', approval: 'webhooks.change', proof: true, request: async () => ({ path: '/webhooks' }) },
  rotateWebhookSecret: {
    may: 'webhooks',
    proof: true,
    approval: 'webhooks.change',
    request: async (scene) => {
      await webhooks(scene)
      return { path: '/webhooks/rotate-secret' }
    },
  },
  testWebhook: {
    may: 'webhooks',
    request: async (scene) => {
      await webhooks(scene)
      return { path: '/webhooks/test' }
    },
  },
  listDeliveries: { may: 'read', request: async () => ({ path: '/webhooks/deliveries' }) },
  getDelivery: { may: 'read', request: async (scene) => ({ path: `/webhooks/deliveries/${await failedDelivery(scene)}` }) },
  retryDeliveries: {
    may: 'webhooks',
    request: async (scene) => {
      await webhooks(scene)
      await failedDelivery(scene)
      return { path: '/webhooks/deliveries/retry', json: {} }
    },
  },
  retryDelivery: {
    may: 'webhooks',
    request: async (scene) => {
      await webhooks(scene)
      return { path: `/webhooks/deliveries/${await failedDelivery(scene)}/retry` }
    },
  },
}

/** URL where no server listens, so that a delivery fails immediately. */
const NOWHERE = 'http://127.0.0.1:9/'

/** Sets webhooks for both accounts. Without its own webhook, the other account's requests would fail for that reason alone. */
async function webhooks({ app, owner, outsider }: Scene): Promise<void> {
  for (const { key } of [owner, outsider]) await app.call('PUT', '/v1/webhooks', { key, json: { url: NOWHERE } })
}

async function failedDelivery({ app, owner }: Scene): Promise<string> {
  const { ctx } = app.service
  const id = ctx.newId('dlv')
  await sql`
    insert into webhook_deliveries (id, account_id, event_id, event_type, body, status, created_at)
    values (${id}, ${owner.id}, ${ctx.newId('evt')}, 'offer.received', '{}', 'failed', ${ctx.now()})`.execute(ctx.db)
  return id
}
