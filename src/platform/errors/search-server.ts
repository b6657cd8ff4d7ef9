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
