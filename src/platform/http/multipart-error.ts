export type MultipartReason =
  | 'aborted'
  | 'malformed'
  | 'too_large'
  | 'too_many_fields'
  | 'too_many_files'
  | 'too_many_videos'
  | 'wrong_type'

/** A multipart body that was not taken in. The message says what to do and may be shown as it is. */
export class MultipartError extends Error {
  override readonly name = 'MultipartError'
  readonly reason: MultipartReason
  /** Which file is meant, counted from 0 over the files of the body. */
  readonly fileIndex: number | undefined
  /** The name of the field or file part that is meant, as sent. */
  readonly field: string | undefined

  constructor(reason: MultipartReason, message: string, about: { fileIndex?: number; field?: string; cause?: unknown } = {}) {
    super(message, { cause: about.cause })
    this.reason = reason
    this.fileIndex = about.fileIndex
    this.field = about.field
  }
}
