export type MultipartReason =
  | 'aborted'
  | 'malformed'
  | 'too_large'
  | 'too_many_fields'
  | 'too_many_files'
  | 'too_many_videos'
  | 'wrong_type'

/** A rejected multipart body. The message says what to do and is safe to show. */
export class MultipartError extends Error {
  override readonly name = 'MultipartError'
  readonly reason: MultipartReason
  /** Index of the file, from 0 over the files of the body. */
  readonly fileIndex: number | undefined
  /** Name of the field or file part, as sent. */
  readonly field: string | undefined

  constructor(reason: MultipartReason, message: string, about: { fileIndex?: number; field?: string; cause?: unknown } = {}) {
    super(message, { cause: about.cause })
    this.reason = reason
    this.fileIndex = about.fileIndex
    this.field = about.field
  }
}
