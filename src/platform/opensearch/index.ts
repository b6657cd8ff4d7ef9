/** Request to the search server. `lines`: body with one JSON object per line. */
export type SearchCall = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: Record<string, string | number | boolean>
  body?: object
  lines?: readonly object[]
  timeoutMs?: number
}

/** Search server on one or more machines. */
export type SearchServer = {
  send<T>(call: SearchCall): Promise<T>
  searchMs: number
  close(): Promise<void>
}
