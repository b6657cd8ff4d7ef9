/** A file of a multipart body, streamed to a temporary place that is gone when the request is over. */
export type Upload = {
  field: string
  filename: string
  path: string
  bytes: number
  declaredType: string
}
