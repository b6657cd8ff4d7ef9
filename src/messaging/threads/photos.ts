import type { Context, Person } from '#platform/context/index.ts'
import { keyInSize, type PreparedPhoto } from '#catalog/photos/rules/photo.ts'
import { counted } from '#core/format/count.ts'
import { partyOf } from '#core/party.ts'
import { MAX_MESSAGE_PHOTOS, type MessagePhoto, type PhotoSize } from '#messaging/threads/rules/photos.ts'
import { conflict, invalid, notFound } from '#platform/errors/index.ts'
import { ifIdOf, isIdOf } from '#platform/context/ids.ts'
import type { Upload } from '#platform/http/upload.ts'
import type { StoredObject } from '#platform/storage/index.ts'
import * as queries from './queries.ts'
import { requireParty } from './rights.ts'

export type Content = { text: string; photo_urls?: readonly string[] | undefined }

/** Requires text or at least one photo. Errors: 400 `text`. */
export function requireContent({ text, photo_urls = [] }: Content, fileCount = 0): void {
  if (text === '' && photo_urls.length + fileCount === 0)
    throw invalid('text', 'text must have 1 to 2000 characters. It may be empty only if the message has a photo.')
}

/**
 * Stores a message's photos before the transaction starts. Errors: 400 `text`, `files` or `photo_urls[0]`; 409 if the recipient's account
 * is closed or the sender's storage is full; 413; 415.
 */
export async function takeMessagePhotos(
  ctx: Context,
  actor: Person,
  readRecipient: () => Promise<string>,
  content: Content,
  files: readonly Upload[],
): Promise<PreparedPhoto[]> {
  requireContent(content, files.length)
  const urls = content.photo_urls ?? []
  if (files.length + urls.length === 0) return []
  if (await queries.isClosed(ctx.db, await readRecipient())) throw closed()
  return ctx.hooks.takePhotos(ctx, actor.accountId, { urls, files, max: MAX_MESSAGE_PHOTOS, subject: 'A message' })
}

export const closed = () => conflict('The other account is closed, so no one would read this message.')

/** Returns the photos in the format that the message row stores, or null if there are none. */
export const photosOf = (photos: readonly PreparedPhoto[]): MessagePhoto[] | null =>
  photos.length === 0
    ? null
    : photos.map(({ variants }) => ({ variants: variants.map(({ size, key, width, height }) => ({ size, key, width, height })) }))

/** Returns the part of an approval summary with the number of photos: ", with 2 photos". */
export const withPhotos = ({ photo_urls: urls = [] }: Content): string =>
  urls.length === 0 ? '' : `, with ${counted(urls.length, 'photo')}`

export type PhotoOf = { id: string; message: string; number: string }

/**
 * Opens a photo in a message. The two people in the conversation may open it, and the operator if the conversation was reported. Photos are
 * numbered from 1. Errors: 404 for a missing photo and for other accounts; 403 for a key that lacks the scope for the actor's role.
 */
export async function openMessagePhoto(
  ctx: Context,
  actor: Person,
  { id, message, number }: PhotoOf,
  size: PhotoSize,
): Promise<StoredObject> {
  const thread = await ifIdOf('thr', id, () => queries.findThread(ctx.db, id))
  const party = thread && partyOf(thread, actor.accountId)
  if (party) requireParty(actor, party)
  else if (!thread || !actor.isOperator || !(await queries.isReported(ctx.db, id))) throw notFound('photo')
  const photos = isIdOf('msg', message) ? await queries.findPhotos(ctx.db, id, message) : null
  const photo = /^[1-9]$/.test(number) ? photos?.[Number(number) - 1] : undefined
  const key = keyInSize(photo, size)
  const file = key === undefined ? null : await ctx.storage.read(key)
  if (file === null) throw notFound('photo')
  return file
}
