import { EVENT_TYPES } from '#domain/scopes.ts'
import { errorOf, MAX_TRIES, RETRY_DELAYS_MS } from '#domain/webhook.ts'
import type { Person, Tx } from '#context.ts'
import { hold } from '#features/approvals/service.ts'
import * as keys from '#features/keys/service.ts'
import { publicEvent } from '#lib/events.ts'
import { validateInput } from '#lib/http/run.ts'
import * as queries from './queries.ts'
import { ago } from './troupe.ts'

/**
 * What runs beside a seller: an agent that waits for a yes, and the log of a webhook that was stopped since. It is
 * stopped, so that a demo asks nobody outside for anything, and the next address set is a first one with its secret.
 */
export async function program(tx: Tx, owner: Person): Promise<void> {
  await tellHook(tx, owner)
  await askFirst(tx, owner)
}

/** The agent wants a lower price; it is the owner's to say. */
async function askFirst(tx: Tx, owner: Person): Promise<void> {
  const id = await queries.slowListing(tx.db, owner.accountId)
  const endpoint = tx.endpoints.get('changeListing')
  if (!id || !endpoint) return
  const { row } = await keys.createKey(ago(tx, 19 * 24), owner.accountId, {
    name: 'Pricing assistant',
    kind: 'agent',
    scopes: ['read', 'listings'],
  })
  const agent: Person = { ...owner, keyKind: 'agent', credential: row.id, askFirst: ['listings.price'] }
  const raw = { params: { id }, query: {}, body: { price: 36 } }
  const input = validateInput(endpoint, raw, false)
  const asks = (await endpoint.asks?.(input, tx, agent)) ?? []
  await hold(ago(tx, 1.5), agent, { endpoint, raw, fromForm: false, input }, asks)
}

const BUSY = 503
const TRIES_BY_TURN = [1, 1, 2, 1, 1, MAX_TRIES, 1]
/** Younger than this, what failed would still be tried. */
const ALL_TRIES_MS = RETRY_DELAYS_MS.reduce((sum, delayMs) => sum + delayMs, 60_000)

/** Each event as it was sent: most at once, some when it was tried again, one in seven never. */
async function tellHook(tx: Tx, owner: Person): Promise<void> {
  const events = await queries.toldEvents(tx.db, owner.accountId, EVENT_TYPES)
  const rows = events.map(({ id, type, data, created_at: createdAt }, at) => {
    const over = tx.now().getTime() - createdAt.getTime() > ALL_TRIES_MS
    const tries = over ? TRIES_BY_TURN[at % TRIES_BY_TURN.length]! : 1
    const delivered = tries < MAX_TRIES
    return {
      id: tx.newId('dlv'),
      account_id: owner.accountId,
      event_id: id,
      event_type: type,
      body: JSON.stringify(publicEvent({ id, type, createdAt, object: JSON.parse(data) })),
      status: delivered ? ('delivered' as const) : ('failed' as const),
      tries,
      attempts: JSON.stringify(attempts(createdAt, tries, delivered)),
      created_at: createdAt,
    }
  })
  await queries.insertDeliveries(tx.db, rows)
}

function attempts(first: Date, tries: number, delivered: boolean) {
  let at = first.getTime()
  return Array.from({ length: tries }, (_, index) => {
    const status = delivered && index === tries - 1 ? 200 : BUSY
    at += index === 0 ? 800 : RETRY_DELAYS_MS[index - 1]!
    return { at: new Date(at).toISOString(), status, error: errorOf(status), ms: 120 + (Math.round(at / 1000) % 90) + index * 31 }
  })
}
