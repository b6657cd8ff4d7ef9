import type { WorkerParts } from '#lib/jobs.ts'
import { negotiate, onNewOffer } from './service.ts'

export const negotiatorWorker: WorkerParts = {
  jobs: [{ name: 'negotiate', run: (ctx, { offerId }: { offerId: string }) => negotiate(ctx, offerId) }],
  onEvent: onNewOffer,
}
