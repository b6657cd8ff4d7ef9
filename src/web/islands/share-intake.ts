/** Where the share sheet of a phone posts to (web/share-target.ts says so in the manifest). */
export const SHARE_PATH = '/app/listings/shared'
export const SHARED_SHELF = 'shared-1'

/** As many as two listings hold: a post may come from anybody's page, and nobody's page fills the disk. */
const MOST = 48

/**
 * Keeps what was shared for the page, which shows it and makes nothing until somebody presses its button: a share comes
 * from outside, without the token of our forms. What an earlier one left goes.
 */
export async function keepShared(request: Request): Promise<Response> {
  try {
    await caches.delete(SHARED_SHELF)
    const files = (await request.formData()).getAll('files').filter((file) => file instanceof File)
    const shelf = await caches.open(SHARED_SHELF)
    for (const [at, file] of files.slice(0, MOST).entries()) {
      const headers = { 'X-Name': encodeURIComponent(file.name), 'X-Taken': String(file.lastModified) }
      await shelf.put(`${SHARE_PATH}/${at}`, new Response(file, { headers }))
    }
  } catch {
    // no room, or a post that is no form: the page says that nothing came along
  }
  return Response.redirect('/app/listings/new?shared=1', 303)
}

/** What was shared, in its order; it is not there a second time. */
export async function takeShared(): Promise<File[]> {
  if (!('caches' in window) || !(await caches.has(SHARED_SHELF))) return []
  const shelf = await caches.open(SHARED_SHELF)
  const all = await Promise.all((await shelf.keys()).map(async (key) => fileOf((await shelf.match(key))!)))
  await caches.delete(SHARED_SHELF)
  return all
}

async function fileOf(kept: Response): Promise<File> {
  const blob = await kept.blob()
  const name = decodeURIComponent(kept.headers.get('X-Name') ?? '')
  return new File([blob], name, { type: blob.type, lastModified: Number(kept.headers.get('X-Taken')) })
}
