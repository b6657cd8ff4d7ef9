import type { Person, Tx, Core } from '#platform/context/index.ts'
import { composeWebhookSecret, SECRET_RANDOM_BYTES } from '#core/secrets.ts'
import { requireActiveCredential } from '#identity/credentials/index.ts'
import { emailOwner } from '#messaging/notifications/index.ts'
import { chosenAddress } from '#platform/egress/pinned-address.ts'
import { conflict, notFound } from '#platform/errors/index.ts'
import type { DeliveryRow } from './delivery/queries.ts'
import * as deliveries from './delivery/queries.ts'
import { webhookChanged } from './emails.ts'
import type { WebhookRow } from './address/queries.ts'
import * as queries from './address/queries.ts'
import type { ListDeliveries, SetWebhook } from './schema.ts'

export { readWebhook } from './address/index.ts'
export { DELIVERY_STATUSES, ListDeliveries } from './schema.ts'

/**
 * Creates the webhook with a new secret, or updates it. A webhook that is switched on again receives only later events (spec: completions
 * 10). Errors: 400 `url`.
 */
export async function setWebhook(tx: Tx, actor: Person, input: SetWebhook): Promise<{ webhook: WebhookRow; isNew: boolean }> {
  const { accountId } = actor
  await requireActiveCredential(tx, actor)
  const keyId = actor.kind === 'key' ? actor.credential : null
  const saved = { ...input, url: chosenAddress(tx, input.url, 'url'), now: tx.now(), keyId }
  const { webhook, before } = await madeOrSaved(tx, accountId, saved)
  // drops older deliveries: deliveries of an earlier webhook that was stopped, and deliveries queued while the webhook was off
  if (!(webhook.enabled && before?.enabled)) await deliveries.endWaiting(tx.db, accountId)
  if (!before || !isSame(before, webhook)) await emailOwner(tx, accountId, webhookChanged(tx, actor, { before, now: webhook }))
  return { webhook, isNew: before === undefined }
}

const isSame = (one: WebhookRow, other: WebhookRow): boolean =>
  one.url === other.url && one.enabled === other.enabled && one.events.toSorted().join() === other.events.toSorted().join()

/**
 * Inserts or updates the webhook. If an existing webhook is removed before it can be locked, tries again. Errors: 409 if that happens
 * repeatedly.
 */
async function madeOrSaved(tx: Tx, accountId: string, saved: queries.Saved): Promise<{ webhook: WebhookRow; before?: WebhookRow }> {
  for (let tries = 0; tries < 3; tries++) {
    const made = await queries.insertWebhook(tx.db, accountId, newSecret(tx), saved)
    if (made) return { webhook: made }
    const [before] = await queries.lockWebhooks(tx.db, [accountId])
    if (before) return { webhook: await queries.saveWebhook(tx.db, accountId, saved), before }
  }
  throw conflict('Someone else changed the webhook at the same time. Read the webhook again and retry.')
}

const newSecret = (ctx: Core): string => composeWebhookSecret(ctx.randomBytes(SECRET_RANDOM_BYTES))

/** Stops the webhook for its owner. If the account had a webhook, notifies the owner by email. */
export async function deleteWebhook(tx: Tx, actor: Person): Promise<void> {
  if (await stopWebhook(tx, actor.accountId)) await emailOwner(tx, actor.accountId, webhookChanged(tx, actor, 'stopped'))
}

/**
 * Stops the webhook: no more requests are sent, and setting the webhook again creates a new secret (spec: completions 10). Idempotent.
 * Returns true if there was a webhook.
 */
export async function stopWebhook(tx: Tx, accountId: string): Promise<boolean> {
  const [webhook] = await queries.lockWebhooks(tx.db, [accountId])
  await queries.deleteWebhook(tx.db, accountId)
  await deliveries.endWaiting(tx.db, accountId)
  return webhook !== undefined
}

/** Stops the webhook and deletes its deliveries, because the account closes or gets a new owner. Returns true if there was a webhook. */
export async function forgetWebhook(tx: Tx, accountId: string): Promise<boolean> {
  const was = await stopWebhook(tx, accountId)
  await deliveries.forgetDeliveriesOf(tx.db, accountId)
  return was
}

/** Replaces the signing secret. The next delivery attempt uses the new secret. Errors: 409 without a webhook. */
export async function rotateSecret(tx: Tx, actor: Person): Promise<WebhookRow> {
  await requireActiveCredential(tx, actor)
  const webhook = await queries.setSecret(tx.db, actor.accountId, newSecret(tx), tx.now())
  if (!webhook) throw conflict('There is no webhook. Set its url first: PUT /webhooks.')
  await emailOwner(tx, actor.accountId, webhookChanged(tx, actor, 'secret'))
  return webhook
}

/** Lists deliveries, newest first. */
export const listDeliveries = (ctx: Core, actor: Person, by: ListDeliveries) =>
  deliveries.listDeliveries(ctx.db, { accountId: actor.accountId, ...by })

/** Returns one delivery. Errors: 404. */
export async function readDelivery(ctx: Core, actor: Person, id: string): Promise<DeliveryRow> {
  const delivery = await deliveries.findDelivery(ctx.db, actor.accountId, id)
  if (!delivery) throw notFound('delivery')
  return delivery
}

/**
 * Resends a delivery now, with the same id and body. A delivery that has already ended gets the rest of its six attempts, or one more
 * attempt if it has used all six. Errors: 404; 409 while the webhook is off.
 */
export async function retryDelivery(tx: Tx, actor: Person, id: string): Promise<DeliveryRow> {
  const [webhook] = await queries.lockWebhooks(tx.db, [actor.accountId])
  const delivery = await deliveries.lockDelivery(tx.db, actor.accountId, id)
  if (!delivery) throw notFound('delivery')
  if (!webhook?.enabled) throw conflict('The webhook is off. Switch it on first: PUT /webhooks.')
  return deliveries.dueNow(tx.db, id, tx.now())
}

/** Counts the backlog: due deliveries that are not leased. */
export const countDue = (ctx: Core): Promise<number> => deliveries.countDue(ctx.db, ctx.now())
