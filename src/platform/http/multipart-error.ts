export type MultipartReason =
  | 'aborted'
  | 'malformed'
  | 'too_large'
  | 'too_many_fields'
  | 'too_many_files'
  | 'too_many_videos'
  | 'wrong_type'

/** Error for a rejected multipart body. The message says what to do and is safe to display. */
export class MultipartError extends Error {
  override readonly name = 'MultipartError'
  readonly reason: MultipartReason
  readonly fileIndex: number | undefined
  readonly field: string | undefined

  constructor(reason: MultipartReason, message: string, about: { fileIndex?: number; field?: string; cause?: unknown } = {}) {
    super(message, { cause: about.cause })
    this.reason = reason
    this.fileIndex = about.fileIndex
    this.field = about.field
  }
}
