import type { Context } from '#platform/context.ts'
import { createZipFile, type ZipFile } from '#platform/zip-file.ts'
import { presentOwnedListing, presentOwnedOffer, presentOwnedOrder, presentOwnedShop } from './present.ts'
import * as queries from './queries.ts'
import * as trade from './trade/queries.ts'

const PAGE = 500
// each comes with all its messages
const THREADS_PAGE = 50

/** Writes everything that an account owns into one ZIP at `path`: JSON files, and its pictures as they are stored. */
export async function writeArchive(ctx: Context, accountId: string, path: string): Promise<void> {
  const zip = createZipFile(path)
  const { db } = ctx
  await zip.addText('account.json', [json(await queries.ownedAccount(db, accountId))])
  await zip.addText('keys.json', [json(await queries.ownedKeys(db, accountId))])
  const [passkeys, app, recovery_codes] = await Promise.all([
    queries.ownedPasskeys(db, accountId),
    queries.ownedApp(db, accountId),
    queries.ownedRecoveryCodes(db, accountId),
  ])
  await zip.addText('factors.json', [json({ passkeys, totp: app ?? null, recovery_codes })])
  await zip.addText('shops.json', [json((await queries.ownedShops(db, accountId)).map(presentOwnedShop))])
  await zip.addText(
    'listings.json',
    jsonList(
      pages((after) => queries.ownedListings(db, accountId, after, PAGE)),
      presentOwnedListing,
    ),
  )
  await zip.addText(
    'orders.json',
    jsonList(
      pages((after) => trade.ownedOrders(db, accountId, after, PAGE)),
      (row) => presentOwnedOrder(row, accountId),
    ),
  )
  await zip.addText(
    'photos.json',
    jsonList(photosOf(ctx, accountId), ({ variants, ...photo }) => ({ ...photo, file: fileName(photo.id, variants) })),
  )
  await zip.addText(
    'events.json',
    jsonList(
      pages((after) => queries.ownedEvents(db, accountId, after, PAGE)),
      ({ data, ...event }) => ({ ...event, data: JSON.parse(data) as unknown }),
    ),
  )
  await zip.addText(
    'approvals.json',
    jsonList(
      pages((after) => queries.ownedApprovals(db, accountId, after, PAGE)),
      (approval) => approval,
    ),
  )
  await zip.addText('likes.json', [json(await queries.ownedLikes(db, accountId))])
  await zip.addText('follows.json', [json(await queries.ownedFollows(db, accountId))])
  await zip.addText('searches.json', [json(await queries.ownedSearches(db, accountId))])
  await zip.addText(
    'reports.json',
    jsonList(
      pages((after) => queries.ownedReports(db, accountId, after, PAGE)),
      (report) => report,
    ),
  )
  await zip.addText('notices.json', [json(await queries.ownedSwitches(db, accountId))])
  await zip.addText(
    'mails.json',
    jsonList(
      pages((after) => queries.ownedMails(db, accountId, after, PAGE)),
      (mail) => mail,
    ),
  )
  await zip.addText(
    'threads.json',
    jsonList(
      pages((after) => trade.ownedThreads(db, accountId, after, THREADS_PAGE), THREADS_PAGE),
      (thread) => thread,
    ),
  )
  await zip.addText(
    'reviews.json',
    jsonList(
      pages((after) => trade.ownedReviews(db, accountId, after, PAGE)),
      (review) => review,
    ),
  )
  await zip.addText(
    'offers.json',
    jsonList(
      pages((after) => trade.ownedOffers(db, accountId, after, PAGE)),
      presentOwnedOffer,
    ),
  )
  for await (const photo of photosOf(ctx, accountId)) await addPhoto(ctx, zip, photo)
  await zip.close()
}

type Photo = Awaited<ReturnType<typeof queries.ownedPhotos>>[number]

const photosOf = (ctx: Context, accountId: string): AsyncGenerator<Photo> =>
  pages((after) => queries.ownedPhotos(ctx.db, accountId, after, PAGE))

async function addPhoto(ctx: Context, zip: ZipFile, { id, variants }: Photo): Promise<void> {
  // removed since its row was read: the archive goes on without it
  const stored = await ctx.storage.read(largest(variants).key)
  if (stored) await zip.addBytes(fileName(id, variants), stored.stream)
}

const largest = (variants: unknown): { key: string } => (variants as { key: string }[]).at(-1)!
const fileName = (id: string, variants: unknown): string => `photos/${id}.${largest(variants).key.split('.').at(-1)}`

/** Every row, a page at a time, in the order of the ids. */
async function* pages<T extends { id: string }>(read: (after: string) => Promise<T[]>, size = PAGE): AsyncGenerator<T> {
  for (let after = ''; ;) {
    const rows = await read(after)
    yield* rows
    if (rows.length < size) return
    after = rows.at(-1)!.id
  }
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

async function* jsonList<T>(rows: AsyncIterable<T>, present: (row: T) => unknown): AsyncGenerator<string> {
  let before = '[\n'
  for await (const row of rows) {
    yield before + JSON.stringify(present(row))
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
