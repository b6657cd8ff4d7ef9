/** Reason for a failed image or file storage operation. `unavailable` becomes a 503 error for the caller. */
export type StorageReason = 'bad_key' | 'bad_range' | 'unavailable'

export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly reason: StorageReason

  constructor(reason: StorageReason, message: string, options: { cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.reason = reason
  }
}
