import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Core } from '#platform/context/index.ts'
import type { Loop } from '#platform/jobs/index.ts'
import { createEmbedding, type Outcome } from './embedding.ts'

const POLL_MS = 1_000
const FIRST_REST_MS = 2_000
const LONGEST_REST_MS = 300_000
const DUE_MS = 5_000

/** Embeds listings outside the job queue, so that a provider that hangs does not delay any jobs. */
export const embeddingLoop: Loop = {
  async start(ctx) {
    const stopping = new AbortController()
    const embedding = embeddingOf(ctx, stopping.signal)
    const polling = embedding ? pollForever(ctx, embedding, stopping.signal) : null
    return {
      wake: () => {},
      async stop() {
        stopping.abort()
        await polling
      },
    }
  },

  async runDue(ctx) {
    const limit = AbortSignal.timeout(DUE_MS)
    const embedding = embeddingOf(ctx, limit)
    if (!embedding) return
    let outcome: Outcome = 'more'
    while (!limit.aborted && (outcome === 'more' || outcome === 'busy')) {
      outcome = await embedding.pass()
      if (outcome === 'busy') await sleep(20)
    }
  },
}

const embeddingOf = (ctx: Context, stopped: AbortSignal) =>
  ctx.providers.embedder && ctx.config.searchIndex ? createEmbedding(ctx, ctx.providers.embedder, stopped) : null

async function pollForever(ctx: Core, { pass }: ReturnType<typeof createEmbedding>, stopped: AbortSignal): Promise<void> {
  let rest = FIRST_REST_MS
  while (!stopped.aborted) {
    const outcome = await pass().catch((error: unknown): Outcome => {
      ctx.log.warn({ err: error }, 'finding listings to embed failed')
      return 'failed'
    })
    if (outcome === 'more') continue
    const wait = outcome === 'failed' ? rest : POLL_MS
    rest = outcome === 'failed' ? Math.min(rest * 2, LONGEST_REST_MS) : FIRST_REST_MS
    await sleep(wait, undefined, { signal: stopped }).catch(() => {})
  }
}
