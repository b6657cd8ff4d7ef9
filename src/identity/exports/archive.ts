import type { Context } from '#platform/context/index.ts'
import type { Db } from '#platform/db/index.ts'
import { createZipFile, type ZipFile } from '#platform/encoding/zip-file.ts'
import {
  presentAddress,
  presentCustomer,
  presentOwnedListing,
  presentOwnedInvitation,
  presentOwnedOffer,
  presentOwnedOrder,
  presentOwnedShop,
  presentReply,
} from './present.ts'
import { presentOwnedBulk } from './bulk.ts'
import * as queries from './queries.ts'
import * as trade from './trade/queries.ts'

const PAGE = 500
// reads few rows at a time, because each thread includes all of its messages
const THREADS_PAGE = 50
// reads few rows at a time, because each bulk change includes up to 1,000 listings
const BULK_PAGE = 5

type ReadPart<T> = (db: Db, accountId: string, after: string, limit: number) => Promise<T[]>

/** Writes all data of an account to a ZIP file at `path`, as JSON files and photos. */
export async function writeArchive(ctx: Context, accountId: string, path: string): Promise<void> {
  const zip = createZipFile(path)
  const { db } = ctx
  const add = (name: string, text: Parameters<ZipFile['addText']>[1]) => zip.addText(`${name}.json`, text)
  const addList = <T extends { id: string }>(name: string, read: ReadPart<T>, present: (row: T) => unknown = (row) => row, size = PAGE) =>
    add(
      name,
      jsonList(
        pages((after) => read(db, accountId, after, size), size),
        present,
      ),
    )
  await add('account', [json(await queries.ownedAccount(db, accountId))])
  await add('keys', [json(await queries.ownedKeys(db, accountId))])
  const [passkeys, app, recovery_codes] = await Promise.all([
    queries.ownedPasskeys(db, accountId),
    queries.ownedApp(db, accountId),
    queries.ownedRecoveryCodes(db, accountId),
  ])
  await add('factors', [json({ passkeys, totp: app ?? null, recovery_codes })])
  await add('shops', [json((await queries.ownedShops(db, accountId)).map(presentOwnedShop))])
  await addList('listings', queries.ownedListings, presentOwnedListing)
  await addList('orders', trade.ownedOrders, (row) => presentOwnedOrder(row, accountId))
  await addList('bulk_changes', queries.ownedBulkChanges, presentOwnedBulk, BULK_PAGE)
  await addList('questions', queries.ownedQuestions)
  await addList('photos', queries.ownedPhotos, ({ variants, ...photo }) => ({ ...photo, file: fileName(photo.id, variants) }))
  await addList('events', queries.ownedEvents, ({ data, ...event }) => ({ ...event, data: JSON.parse(data) as unknown }))
  await addList('approvals', queries.ownedApprovals)
  await add('likes', [json(await queries.ownedLikes(db, accountId))])
  await add('follows', [json(await queries.ownedFollows(db, accountId))])
  await add('blocks', [json(await queries.ownedBlocks(db, accountId))])
  await add('searches', [json(await queries.ownedSearches(db, accountId))])
  await add('addresses', [json((await queries.ownedAddresses(db, accountId)).map(presentAddress))])
  await add('replies', [json((await queries.ownedReplies(db, accountId)).map(presentReply))])
  await add('saved_cards', [json((await queries.ownedCustomers(db, accountId)).map(presentCustomer))])
  await addList('reports', queries.ownedReports)
  await add('notices', [json(await queries.ownedSwitches(db, accountId))])
  await addList('mails', queries.ownedMails)
  await addList('threads', trade.ownedThreads, withFileNames, THREADS_PAGE)
  await addList('reviews', trade.ownedReviews)
  await addList('offers', trade.ownedOffers, presentOwnedOffer)
  await addList('invitations', trade.ownedInvitations, presentOwnedInvitation)
  const photos = pages((after) => queries.ownedPhotos(db, accountId, after, PAGE))
  for await (const photo of photos) await addPhoto(ctx, zip, photo)
  const threads = pages((after) => trade.ownedThreads(db, accountId, after, THREADS_PAGE), THREADS_PAGE)
  for await (const { messages } of threads)
    for (const { id, photos: keys } of messages)
      for (const [index, key] of keys.entries()) await addFile(ctx, zip, messageFile(id, index), key)
  await zip.close()
}

type Photo = Awaited<ReturnType<typeof queries.ownedPhotos>>[number]

const addPhoto = (ctx: Context, zip: ZipFile, { id, variants }: Photo): Promise<void> =>
  addFile(ctx, zip, fileName(id, variants), largest(variants).key)

async function addFile(ctx: Context, zip: ZipFile, name: string, key: string): Promise<void> {
  const stored = await ctx.storage.read(key)
  // the file is missing if the photo was deleted after its row was read; the archive then omits the photo
  if (stored) await zip.addBytes(name, stored.stream)
}

const messageFile = (messageId: string, index: number): string => `messages/${messageId}-${index + 1}.webp`

const withFileNames = ({ messages, ...thread }: trade.OwnedThread) => ({
  ...thread,
  messages: messages.map((message) => ({ ...message, photos: message.photos.map((_, index) => messageFile(message.id, index)) })),
})

const largest = (variants: unknown): { key: string } => (variants as { key: string }[]).at(-1)!
const fileName = (id: string, variants: unknown): string => `photos/${id}.${largest(variants).key.split('.').at(-1)}`

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
