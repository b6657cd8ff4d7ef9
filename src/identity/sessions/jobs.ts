import type { WorkerParts } from '#platform/jobs/index.ts'
import { deleteOldBrowsers } from './browsers.ts'
import { deleteExpiredSessions } from './index.ts'

export const sessionWorker: WorkerParts = {
  periodicJobs: [
    { name: 'sessions', tidies: true, run: deleteExpiredSessions },
    { name: 'known browsers', tidies: true, run: deleteOldBrowsers },
  ],
}
