import type { Context } from '#platform/context/index.ts'
import { ProviderError } from '#platform/providers/error.ts'
import { countEmbeddingCall } from './queries.ts'

export type Paying = Pick<Context, 'db' | 'now' | 'config'>

/** Counts a call against the daily limit (UTC days) before the call is made. Errors: ProviderError `rate_limited`. */
export async function admit({ db, now, config }: Paying, kind: 'listings' | 'queries'): Promise<void> {
  const { dailyCalls } = config.embedding
  if (await countEmbeddingCall(db, kind, now().toISOString().slice(0, 10), dailyCalls)) return
  throw new ProviderError('embeddings', 'rate_limited', `The daily limit of ${dailyCalls} embedding calls for ${kind} is used up.`)
}
