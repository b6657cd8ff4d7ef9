import type { WorkerParts } from '#platform/jobs/index.ts'
import { expireOffers } from './close.ts'

export const offerWorker: WorkerParts = { periodicJobs: [{ name: 'offers', run: expireOffers }] }
