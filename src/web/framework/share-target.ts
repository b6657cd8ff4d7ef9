/** Photo types that browsers hand over unconverted. With HEIC in the list, some would send HEIC. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/avif'
export const FILE_TYPES = `${PHOTO_TYPES},video/mp4,video/quicktime,video/webm`

/** Target of a phone's share sheet. `islands/sw.ts` handles it, the server receives nothing. */
export const SHARE_PATH = '/app/listings/shared'

/** Manifest entry that adds an installed app to the share sheet, for photos. */
export const SHARE_TARGET = {
  action: SHARE_PATH,
  method: 'POST',
  enctype: 'multipart/form-data',
  params: { files: [{ name: 'files', accept: FILE_TYPES.split(',') }] },
}
