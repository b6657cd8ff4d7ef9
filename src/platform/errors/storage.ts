import { ErrorWithReason } from './with-reason.ts'

/** Reason for a failed image or file storage operation. `unavailable` becomes a 503 error for the caller. */
export type StorageReason = 'bad_key' | 'bad_range' | 'unavailable'

export class StorageError extends ErrorWithReason<StorageReason> {
  override readonly name = 'StorageError'
}
