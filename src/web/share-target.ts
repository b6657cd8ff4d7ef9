import { FILE_TYPES } from '#web/app/files-field.tsx'

/** Where a phone's share sheet posts photos to: `islands/sw.ts` takes them up, the server takes nothing. */
export const SHARE_PATH = '/app/listings/shared'

/** For the manifest: an installed app stands in the share sheet, for photos. */
export const SHARE_TARGET = {
  action: SHARE_PATH,
  method: 'POST',
  enctype: 'multipart/form-data',
  params: { files: [{ name: 'files', accept: FILE_TYPES.split(',') }] },
}
