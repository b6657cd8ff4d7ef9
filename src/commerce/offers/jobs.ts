import type { WorkerParts } from '#platform/jobs/index.ts'
import { expireOffers } from './close.ts'

export const offerWorker: WorkerParts = { sweeps: [{ name: 'offers', run: expireOffers }] }
