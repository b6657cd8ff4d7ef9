import type { WorkerParts } from '#platform/jobs/index.ts'
import { sweepOffers } from './close.ts'

export const offerWorker: WorkerParts = { sweeps: [{ name: 'offers', run: sweepOffers }] }
