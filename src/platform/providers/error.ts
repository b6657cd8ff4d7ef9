export type ProviderReason = 'refused' | 'rate_limited' | 'unavailable' | 'timeout' | 'bad_answer' | 'too_large'

/** Failed call to a provider. The message never contains text from the provider, so it is safe to display. */
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
