/** Failed call to the search server. `status`: status of the response, or null if the server did not respond in time. */
export class SearchServerError extends Error {
  readonly status: number | null

  constructor(message: string, status: number | null, cause?: unknown) {
    super(message, { cause })
    this.name = 'SearchServerError'
    this.status = status
  }

  /** Returns true if the server is unavailable or overloaded, although the query is valid. */
  get isAway(): boolean {
    return this.status === null || this.status === 429 || this.status >= 500
  }
}
