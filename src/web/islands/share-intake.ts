/** Path that receives photos from a phone's share sheet. Must equal the path in the manifest (web/framework/share-target.ts). */
export const SHARE_PATH = '/app/listings/shared'
export const SHARED_SHELF = 'shared-1'

/** Maximum number of files, which is enough for the photos of two listings. Limits disk use, because any site can post to this path. */
const MOST = 48

/**
 * Stores shared files in place of earlier files. The page only shows the files, and creates drafts only after a click, because a share has
 * no form token.
 */
export async function storeShared(request: Request): Promise<Response> {
  try {
    await caches.delete(SHARED_SHELF)
    const files = (await request.formData()).getAll('files').filter((file) => file instanceof File)
    const shelf = await caches.open(SHARED_SHELF)
    for (const [at, file] of files.slice(0, MOST).entries()) {
      const headers = { 'X-Name': encodeURIComponent(file.name), 'X-Taken': String(file.lastModified) }
      await shelf.put(`${SHARE_PATH}/${at}`, new Response(file, { headers }))
    }
  } catch {
    // either the storage is full or the request is not a form; in both cases, the page says that no photos arrived
  }
  return Response.redirect('/app/listings/new?shared=1', 303)
}

/** Returns the shared files in order, and removes them from storage. */
export async function takeShared(): Promise<File[]> {
  if (!('caches' in window) || !(await caches.has(SHARED_SHELF))) return []
  const shelf = await caches.open(SHARED_SHELF)
  const all = await Promise.all((await shelf.keys()).map(async (key) => fileOf((await shelf.match(key))!)))
  await caches.delete(SHARED_SHELF)
  return all
}

async function fileOf(stored: Response): Promise<File> {
  const blob = await stored.blob()
  const name = decodeURIComponent(stored.headers.get('X-Name') ?? '')
  return new File([blob], name, { type: blob.type, lastModified: Number(stored.headers.get('X-Taken')) })
}
