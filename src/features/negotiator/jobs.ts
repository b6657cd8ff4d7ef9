import type { WorkerParts } from '#lib/jobs.ts'
import { negotiate, onNewOffer } from './service.ts'

export const negotiatorWorker: WorkerParts = {
  jobs: [{ name: 'negotiate', asksModel: true, run: (ctx, { offerId }: { offerId: string }) => negotiate(ctx, offerId) }],
  onEvent: onNewOffer,
}
