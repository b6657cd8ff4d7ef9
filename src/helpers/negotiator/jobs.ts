import type { WorkerParts } from '#platform/jobs/index.ts'
import { negotiate, onNewOffer } from './index.ts'

export const negotiatorWorker: WorkerParts = {
  jobs: [{ name: 'negotiate', callsModel: true, run: (ctx, { offerId }: { offerId: string }) => negotiate(ctx, offerId) }],
  onEvent: onNewOffer,
}
