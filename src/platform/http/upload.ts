/** File part of a multipart body. It is stored in a temporary file, which is removed after the request. */
export type Upload = {
  field: string
  filename: string
  path: string
  bytes: number
  declaredType: string
}
