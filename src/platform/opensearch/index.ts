/** One request to the search server. `lines`: a body of JSON, one a line. */
export type SearchCall = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: Record<string, string | number | boolean>
  body?: object
  lines?: readonly object[]
  timeoutMs?: number
}

/** A search server of several machines or one. */
export type SearchServer = {
  /** The body of a good answer. Errors: `SearchServerError`. */
  send<T>(call: SearchCall): Promise<T>
  /** Nobody waits longer for a search. */
  searchMs: number
  close(): Promise<void>
}
