import type { WorkerParts } from '#platform/jobs/index.ts'
import { deleteExpiredIntents } from './index.ts'

export const intentWorker: WorkerParts = {
  periodicJobs: [{ name: 'sign-in intents', tidies: true, run: deleteExpiredIntents }],
}
