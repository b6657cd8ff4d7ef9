import type { WorkerParts } from '#platform/jobs/index.ts'
import { deleteOldVisits } from './index.ts'

export const viewWorker: WorkerParts = { periodicJobs: [{ name: 'visits', tidies: true, run: deleteOldVisits }] }
