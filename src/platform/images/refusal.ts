/** Refuses a picture for its content, with the reason for the sender. */
export class Refusal extends Error {
  readonly reason: 'unsupported' | 'too_many_pixels' | 'unreadable'

  constructor(reason: Refusal['reason'], detail: string) {
    super(detail)
    this.reason = reason
  }
}
