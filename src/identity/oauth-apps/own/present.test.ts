import assert from 'node:assert/strict'
import { test } from 'node:test'
import { presentAppWebhook } from './present.ts'
import type { AppWebhookRow } from './queries.ts'

test('a developer sees the last delivery of an app’s webhook, with status 0 if there was no answer', () => {
  const at = new Date('2030-01-01T00:00:00Z')
  const row: AppWebhookRow = { url: 'https://app.example/in', events: ['listing.sold'], enabled: true, switched_off_at: null, last_at: null, last_status: null, last_error: null, updated_at: at } // prettier-ignore
  const { last_delivery: none, ...shown } = presentAppWebhook(row)
  assert.deepEqual(shown, { object: 'app_webhook', url: row.url, events: row.events, enabled: true, updated_at: at.toISOString() })
  assert.equal(none, null)
  const last = (more: Partial<AppWebhookRow>) => presentAppWebhook({ ...row, last_at: at, ...more }).last_delivery
  assert.deepEqual(last({ last_status: 204 }), { at: at.toISOString(), status: 204, error: null })
  assert.deepEqual(last({ last_error: 'No answer' }), { at: at.toISOString(), status: 0, error: 'No answer' })
})
