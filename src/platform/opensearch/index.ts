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
  /** Sends a request and returns the response body. Errors: `SearchServerError`. */
  send<T>(call: SearchCall): Promise<T>
  /** Timeout of a search, in ms. */
  searchMs: number
  close(): Promise<void>
}
