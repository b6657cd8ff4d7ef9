import type { WorkerParts } from '#platform/jobs.ts'
import { sweepOffers } from './closing.ts'

export const offerWorker: WorkerParts = { sweeps: [{ name: 'offers', run: sweepOffers }] }
