/** What phones and browsers hand over as they are; naming HEIC would make some of them send it. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/avif'
export const FILE_TYPES = `${PHOTO_TYPES},video/mp4,video/quicktime,video/webm`

/** Where a phone's share sheet posts photos to: `islands/sw.ts` takes them up, the server takes nothing. */
export const SHARE_PATH = '/app/listings/shared'

/** For the manifest: an installed app stands in the share sheet, for photos. */
export const SHARE_TARGET = {
  action: SHARE_PATH,
  method: 'POST',
  enctype: 'multipart/form-data',
  params: { files: [{ name: 'files', accept: FILE_TYPES.split(',') }] },
}
