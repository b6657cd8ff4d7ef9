import type { WorkerParts } from '#lib/jobs.ts'
import { sweepOffers } from './closing.ts'

export const offerWorker: WorkerParts = { sweeps: [{ name: 'offers', run: sweepOffers }] }
