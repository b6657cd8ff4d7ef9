/** Thrown if an image is rejected because of its content. `reason` is for the client. */
export class Refusal extends Error {
  readonly reason: 'unsupported' | 'too_many_pixels' | 'unreadable'

  constructor(reason: Refusal['reason'], detail: string) {
    super(detail)
    this.reason = reason
  }
}
