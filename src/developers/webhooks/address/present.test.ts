import assert from 'node:assert/strict'
import { test } from 'node:test'
import { presentWebhook } from './present.ts'
import type { WebhookRow } from './queries.ts'

test('a webhook shows its last delivery, with status 0 if there was no answer, and only the end of its secret', () => {
  const at = new Date('2030-01-01T00:00:00Z')
  const row = { url: 'https://a.example', events: ['order.paid'], enabled: true, secret: 'whsec_123456', last_at: at, last_status: 204, last_error: null } as unknown as WebhookRow // prettier-ignore
  const shown = { object: 'webhook', url: 'https://a.example', events: ['order.paid'], enabled: true, secret_last4: '3456' }
  assert.deepEqual(presentWebhook(row), { ...shown, last_delivery: { at: at.toISOString(), status: 204, error: null } })
  assert.deepEqual(presentWebhook({ ...row, last_status: null, last_error: 'No answer' }).last_delivery, {
    at: at.toISOString(),
    status: 0,
    error: 'No answer',
  })
  assert.equal(presentWebhook({ ...row, last_at: null }).last_delivery, null)
  assert.deepEqual(presentWebhook(undefined), { object: 'webhook', url: null, events: [], enabled: false, secret_last4: null, last_delivery: null }) // prettier-ignore
})
