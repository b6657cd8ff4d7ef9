import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { inTransaction } from '#platform/context/index.ts'
import type { EventType } from '#core/scopes.ts'
import { record, recordAll } from '#platform/events/index.ts'
import type { TestApp } from '#test/app.ts'
import type { Received } from '#test/fakes/receiver.ts'

export const MESSAGE = {
  object: 'message',
  id: 'msg_1',
  thread: 'thr_1',
  from: 'buyer',
  text: 'Is it still there?',
  photos: [],
  listing: null,
  shop: { slug: 'shop', name: 'Shop' },
  buyer: { name: 'Bo' },
  needs_owner: false,
  created_at: '2026-11-22T12:00:00.000Z',
}

/** Records a public event for an account. Returns the event's id. */
export function recordEvent(
  app: TestApp,
  accountId: string,
  type: EventType = 'question.asked',
  object: unknown = MESSAGE,
): Promise<string> {
  return inTransaction(app.service.ctx, (tx) => record(tx, { accountId, type, object }))
}

/** Records one event per account, all in one transaction. */
export function recordEvents(app: TestApp, accountIds: readonly string[], type: EventType = 'question.asked'): Promise<void> {
  const events = accountIds.map((accountId, index) => ({ accountId, type, object: { ...MESSAGE, id: `msg_${index}` } }))
  return inTransaction(app.service.ctx, async (tx) => void (await recordAll(tx, events)))
}

/** Sets the webhook for the account of a key. Returns the webhook's secret, if the response contains one. */
export async function subscribe(app: TestApp, key: string, url: string, more: Record<string, unknown> = {}): Promise<string> {
  const reply = await app.call('PUT', '/v1/webhooks', { key, json: { url, ...more } })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body.secret
}

/** Checks that the raw body was signed with `secret`. Returns the time in the signature header. */
export function assertSigned({ headers, body }: Received, secret: string): number {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['service-signature']!)!
  assert.equal(v1, createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'))
  return Number(t)
}
