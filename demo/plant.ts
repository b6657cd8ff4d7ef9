import { PARCEL_PRESETS } from '#core/parcel.ts'
import { inTransaction, type Context, type Person, type Tx } from '#platform/context/index.ts'
import { SCOPES } from '#core/scopes.ts'
import * as accounts from '#identity/accounts/index.ts'
import { setOperator } from '#identity/accounts/suspend.ts'
import * as likes from '#catalog/likes/index.ts'
import * as listings from '#catalog/listings/index.ts'
import { reportListing } from '#catalog/reports/index.ts'
import { settleDue } from '#commerce/orders/deadlines.ts'
import * as shops from '#catalog/shops/index.ts'
import { recordVisit } from '#catalog/views/index.ts'
import { UNSTOPPED } from '#platform/jobs/periodic.ts'
import { createVisits } from '#platform/limits/visits.ts'
import { KEY_HOLDER, OPERATOR, PEOPLE, SHOPS, type CastShop, type CastItem, type PersonName } from './cast/index.ts'
import { program } from './program.ts'
import * as queries from './queries.ts'
import { hold, sell } from './sales.ts'
import { bid, talk } from './talk.ts'
import { ago, cents, type Troupe } from './troupe.ts'
import { picturesOfShop, type PlannedPicture } from './wanted.ts'

/**
 * Creates the demo marketplace in an empty database, in one transaction. Calls the service's own actions, each with a time in the past.
 * Does not add the images. Calls `storeKey` before the commit. Returns null if accounts exist, or if the demo was switched off.
 */
export async function plant(ctx: Context, password: string, storeKey: (key: string) => Promise<void>): Promise<{ key: string } | null> {
  const passwordHash = await accounts.hashPassword(ctx, password)
  return inTransaction(ctx, async (db) => {
    if (!(await queries.claimMarket(db.db, db.now()))) return null
    if (await accounts.anyAccount(db)) throw new NotEmpty()
    const tx: Tx = { ...db, reads: db.db, visits: createVisits(db.db), config: { ...db.config, signups: 'open' } }
    const troupe = await signUp(tx, passwordHash)
    const planned: PlannedPicture[] = []
    for (const shop of SHOPS) planned.push(...(await openShop(tx, troupe, shop)))
    await operate(tx, troupe)
    await queries.insertPictures(tx.db, inOrder(planned))
    await tx.visits.flush()
    // records overdue orders now, because the first startup would otherwise record them and send emails about them
    await settleDue(tx, UNSTOPPED)
    await program(tx, troupe.people[KEY_HOLDER])
    await queries.suppressNotifications(tx.db)
    await storeKey(troupe.key)
    return { key: troupe.key }
  }).catch((error: unknown) => {
    if (error instanceof NotEmpty) return null
    throw error
  })
}

async function operate(tx: Tx, { people }: Troupe): Promise<void> {
  await setOperator(tx, PEOPLE[OPERATOR].email, true)
  const [one, other] = await queries.someListings(tx.db, people.ana.accountId)
  if (one)
    await reportListing(ago(tx, 26), people.mika, one, { reason: 'misleading', body: 'The label in the second photo says another size.' })
  if (other) await reportListing(ago(tx, 5), people.odette, other, { reason: 'counterfeit' })
}

/** Thrown to roll back the transaction if the database already has accounts. */
class NotEmpty extends Error {}

async function signUp(tx: Tx, passwordHash: string): Promise<Troupe> {
  const people = {} as Record<PersonName, Person>
  let key = ''
  for (const [who, { name, email, sinceDays }] of Object.entries(PEOPLE)) {
    const { account, key: first } = await accounts.openAccount(ago(tx, sinceDays * 24), { name, email, passwordHash })
    people[who as PersonName] = {
      kind: 'key',
      accountId: account.id,
      name,
      credential: first.row.id,
      tenant: '',
      keyKind: 'api',
      scopes: SCOPES,
      askFirst: [],
      maxOfferCents: null,
      maxDayCents: null,
      address: '127.0.0.1',
    }
    if (who === KEY_HOLDER) key = first.secret
  }
  return { people, key }
}

async function openShop(tx: Tx, troupe: Troupe, cast: CastShop): Promise<PlannedPicture[]> {
  const owner = troupe.people[cast.owner]
  const opened = ago(tx, cast.sinceDays * 24)
  const { slug, name, about, category, tone, location, shipFrom } = cast
  const shop = await shops.openShop(opened, owner, { slug, name, about, category, tone, visibility: cast.visibility ?? 'public' })
  await shops.changeShop(opened, owner, slug, {
    location,
    ...(shipFrom ? { ship_from: shipFrom } : {}),
    ...(cast.lowestPercent === undefined ? {} : { lowest_percent: cast.lowestPercent }),
    ...(cast.askHold ? { ask_hold: true } : {}),
  })
  const ids: string[] = []
  for (const item of cast.items) ids.push(await list(tx, troupe, cast, item))
  for (const [at, who] of cast.followers.entries()) await likes.follow(ago(tx, 30 + at * 41), troupe.people[who], slug)
  visit(tx, owner, shop.id, cast.views, Math.min(30, cast.sinceDays) * 24)
  if (cast.paused) await shops.changeShop(ago(tx, 20), owner, slug, { paused: true })
  return picturesOfShop(cast, shop.id, ids)
}

async function list(tx: Tx, troupe: Troupe, shop: CastShop, item: CastItem): Promise<string> {
  const { people } = troupe
  const owner = people[shop.owner]
  const { life } = item
  const { id } = await listings.createListing(ago(tx, life.hours + 0.5), owner, {
    shop: shop.slug,
    prompt: item.prompt ?? null,
    title: item.title,
    one_liner: item.oneLiner ?? null,
    description: item.text ?? null,
    category: item.category ?? null,
    price: cents(item.reducedFrom?.price ?? item.price),
    lowest_price: cents(item.floor),
    shipping: cents(item.shipping),
    ...(shop.shipFrom && item.shipping ? { parcel: PARCEL_PRESETS[item.shipping < 8 ? 1 : 3]!.parcel } : {}),
    take_offers: item.offers ?? true,
    visibility: item.link ? 'link' : 'everyone',
    fields: Object.entries(item.details ?? {}).map(([label, value]) => ({ label, value })),
  })
  if (life.is === 'draft') return id
  const published = ago(tx, life.hours)
  await listings.publishListing(published, owner, id)
  await queries.backdatePrice(tx.db, id, published.now())
  if (item.reducedFrom) {
    const reduced = ago(tx, item.reducedFrom.hours)
    await listings.changeListing(reduced, owner, id, { price: cents(item.price) })
    await queries.backdatePrice(tx.db, id, reduced.now())
  }
  for (const [at, who] of (item.likes ?? []).entries()) await likes.like(ago(tx, life.hours * (0.8 - at * 0.2)), people[who], id)
  visit(tx, owner, id, item.visits ?? 0, life.hours)
  if (life.is === 'taken back') await listings.unpublishListing(ago(tx, life.untilHours), owner, id)
  if (life.is === 'sold' || life.is === 'relisted') await listings.markSold(ago(tx, life.soldHours), owner, id)
  // creates offers first, because a counteroffer is also a message in the conversation
  for (const cast of item.bids ?? []) await bid(tx, troupe, owner, id, cast)
  for (const cast of item.talks ?? []) await talk(tx, troupe, owner, id, cast)
  if (item.held) await hold(tx, troupe, id, item.held)
  if (life.is === 'bought') await sell(tx, troupe, owner, id, life)
  if (life.is === 'relisted') await listings.relistListing(ago(tx, life.againHours), owner, id)
  return id
}

/**
 * Records anonymous visits, most of them in the last two weeks and none before the listing existed. Uses IP addresses from the range that
 * is reserved for examples.
 */
function visit(tx: Tx, owner: Person, subject: string, count: number, hours = 30 * 24): void {
  for (let at = 0; at < count; at++) {
    const back = ((at * at * 7) % (14 * 24)) + (at % 5 === 4 ? 15 * 24 : 0)
    const visitor = { kind: 'anonymous' as const, address: `198.51.100.${at % 250}`, userAgent: `demo visitor ${at}` }
    recordVisit(ago(tx, back % hours), visitor, { subject, ownerId: owner.accountId })
  }
}

/**
 * Sorts the images that are still to be added: logos and front views first, and newer items before older items. Pages then look complete
 * early.
 */
const inOrder = (planned: readonly PlannedPicture[]): queries.NewPicture[] =>
  planned
    .toSorted((one, other) => one.round - other.round || one.hours - other.hours)
    .map(({ round: _round, hours: _hours, ...row }, position) => ({ ...row, position }))
