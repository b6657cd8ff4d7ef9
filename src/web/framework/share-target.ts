/** Photo types that file inputs accept. The list excludes HEIC, so that browsers convert HEIC photos before the upload. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/avif'
export const FILE_TYPES = `${PHOTO_TYPES},video/mp4,video/quicktime,video/webm`

/**
 * Path that receives photos from a phone's share sheet. The service worker handles it (`islands/sw.ts`), so the server receives nothing.
 */
export const SHARE_PATH = '/app/listings/shared'

/** Manifest entry that offers the installed app for photos in the phone's share sheet. */
export const SHARE_TARGET = {
  action: SHARE_PATH,
  method: 'POST',
  enctype: 'multipart/form-data',
  params: { files: [{ name: 'files', accept: FILE_TYPES.split(',') }] },
}
