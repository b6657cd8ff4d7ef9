export type ProviderReason = 'refused' | 'rate_limited' | 'unavailable' | 'timeout' | 'bad_answer' | 'too_large'

/** A provider of a helper failed. The message is ours and safe to show: it never holds what the provider sent. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly provider: string
  readonly reason: ProviderReason

  constructor(provider: string, reason: ProviderReason, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.provider = provider
    this.reason = reason
  }
}
