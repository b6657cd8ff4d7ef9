/** One request. `lines`: a body of one JSON object per line. */
export type SearchCall = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: Record<string, string | number | boolean>
  body?: object
  lines?: readonly object[]
  timeoutMs?: number
}

/** Search server of one or more machines. */
export type SearchServer = {
  /** Returns the body. Errors: `SearchServerError`. */
  send<T>(call: SearchCall): Promise<T>
  /** Timeout of a search. */
  searchMs: number
  close(): Promise<void>
}
