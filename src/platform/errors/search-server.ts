/** `status`: status of the server's answer; null when it did not answer in time. */
export class SearchServerError extends Error {
  readonly status: number | null

  constructor(message: string, status: number | null, cause?: unknown) {
    super(message, { cause })
    this.name = 'SearchServerError'
    this.status = status
  }

  /** True when the server or too much of it is unavailable; the query itself is valid. */
  get isAway(): boolean {
    return this.status === null || this.status === 429 || this.status >= 500
  }
}
