import type { WorkerParts } from '#platform/jobs/index.ts'
import { endOldReductions } from './update.ts'

export const listingWorker: WorkerParts = { periodicJobs: [{ name: 'reductions', run: endOldReductions }] }
