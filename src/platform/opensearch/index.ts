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
  close(): Promise<void>
}

/** `status`: what the server answered; null where it did not, or not in time. */
export class SearchServerError extends Error {
  readonly status: number | null

  constructor(message: string, status: number | null, cause?: unknown) {
    super(message, { cause })
    this.name = 'SearchServerError'
    this.status = status
  }

  /** Nothing is wrong with what was asked: the server, or enough of it, is not there. */
  get isAway(): boolean {
    return this.status === null || this.status === 429 || this.status >= 500
  }
}
