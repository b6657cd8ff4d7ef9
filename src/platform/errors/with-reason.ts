/** Error with a machine-readable reason. The message is safe to display. */
export abstract class ErrorWithReason<R extends string> extends Error {
  readonly reason: R

  constructor(reason: R, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.reason = reason
  }
}
