/** A picture that is refused for what it is, with the reason that its sender is told. */
export class Refusal extends Error {
  readonly reason: 'unsupported' | 'too_many_pixels' | 'unreadable'

  constructor(reason: Refusal['reason'], detail: string) {
    super(detail)
    this.reason = reason
  }
}
