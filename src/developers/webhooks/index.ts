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
 * Creates the webhook with a new secret, or updates it. After being switched on again, a webhook receives only new events (spec:
 * completions 10). Errors: 400 `url`.
 */
export async function setWebhook(tx: Tx, actor: Person, input: SetWebhook): Promise<{ webhook: WebhookRow; isNew: boolean }> {
  const { accountId } = actor
  await requireActiveCredential(tx, actor)
  const keyId = actor.kind === 'key' ? actor.credential : null
  const saved = { ...input, url: chosenAddress(tx, input.url, 'url'), now: tx.now(), keyId }
  const { webhook, before } = await madeOrSaved(tx, accountId, saved)
  // discards older deliveries: those of an earlier webhook, and those that were queued while the webhook was off
  if (!(webhook.enabled && before?.enabled)) await deliveries.endWaiting(tx.db, accountId)
  if (!before || !isSame(before, webhook)) await emailOwner(tx, accountId, webhookChanged(tx, actor, { before, now: webhook }))
  return { webhook, isNew: before === undefined }
}

const isSame = (one: WebhookRow, other: WebhookRow): boolean =>
  one.url === other.url && one.enabled === other.enabled && one.events.toSorted().join() === other.events.toSorted().join()

/**
 * Inserts or updates the webhook. Tries again if the existing webhook is deleted before it can be locked. Errors: 409 if this happens
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

/** Deletes the actor's webhook, if there is one, and notifies the owner by email. */
export async function deleteWebhook(tx: Tx, actor: Person): Promise<void> {
  if (await stopWebhook(tx, actor.accountId)) await emailOwner(tx, actor.accountId, webhookChanged(tx, actor, 'stopped'))
}

/**
 * Deletes the webhook: requests stop, and a webhook that is set up later gets a new secret (spec: completions 10). Idempotent. Returns true
 * if there was a webhook.
 */
export async function stopWebhook(tx: Tx, accountId: string): Promise<boolean> {
  const [webhook] = await queries.lockWebhooks(tx.db, [accountId])
  await queries.deleteWebhook(tx.db, accountId)
  await deliveries.endWaiting(tx.db, accountId)
  return webhook !== undefined
}

/**
 * Stops the webhook and deletes its deliveries, because the account is being closed or has a new owner. Returns true if there was a
 * webhook.
 */
export async function forgetWebhook(tx: Tx, accountId: string): Promise<boolean> {
  const was = await stopWebhook(tx, accountId)
  await deliveries.forgetDeliveriesOf(tx.db, accountId)
  return was
}

/** Replaces the signing secret. The new secret applies from the next delivery attempt. Errors: 409 without a webhook. */
export async function rotateSecret(tx: Tx, actor: Person): Promise<WebhookRow> {
  await requireActiveCredential(tx, actor)
  const webhook = await queries.setSecret(tx.db, actor.accountId, newSecret(tx), tx.now())
  if (!webhook) throw conflict('There is no webhook. Set its url first: PUT /webhooks.')
  await emailOwner(tx, actor.accountId, webhookChanged(tx, actor, 'secret'))
  return webhook
}

/** Lists webhook deliveries, newest first. */
export const listDeliveries = (ctx: Core, actor: Person, by: ListDeliveries) =>
  deliveries.listDeliveries(ctx.db, { accountId: actor.accountId, ...by })

/** Returns one webhook delivery. Errors: 404. */
export async function readDelivery(ctx: Core, actor: Person, id: string): Promise<DeliveryRow> {
  const delivery = await deliveries.findDelivery(ctx.db, actor.accountId, id)
  if (!delivery) throw notFound('delivery')
  return delivery
}

/**
 * Resends a delivery now, with the same id and body. A delivery that has ended gets the remainder of its six attempts or, if all six are
 * used, one more attempt. Errors: 404; 409 while the webhook is off.
 */
export async function retryDelivery(tx: Tx, actor: Person, id: string): Promise<DeliveryRow> {
  const [webhook] = await queries.lockWebhooks(tx.db, [actor.accountId])
  const delivery = await deliveries.lockDelivery(tx.db, actor.accountId, id)
  if (!delivery) throw notFound('delivery')
  if (!webhook?.enabled) throw conflict('The webhook is off. Switch it on first: PUT /webhooks.')
  return deliveries.dueNow(tx.db, id, tx.now())
}

/** Returns the size of the backlog: due deliveries without a lease. */
export const countDue = (ctx: Core): Promise<number> => deliveries.countDue(ctx.db, ctx.now())
