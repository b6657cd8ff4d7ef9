/** Why the storage of pictures and files could not do what was asked; `unavailable` is 503 to a caller. */
export type StorageReason = 'bad_key' | 'bad_range' | 'unavailable'

export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly reason: StorageReason

  constructor(reason: StorageReason, message: string, options: { cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.reason = reason
  }
}
