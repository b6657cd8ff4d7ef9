/** File part of a multipart body, stored in a temporary file that is removed after the request. */
export type Upload = {
  field: string
  filename: string
  path: string
  bytes: number
  declaredType: string
}
