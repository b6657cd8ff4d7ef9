import type { WorkerParts } from '#platform/jobs.ts'
import { sweepBrowsers } from './browsers.ts'
import { sweepSessions } from './index.ts'

export const sessionWorker: WorkerParts = {
  sweeps: [
    { name: 'sessions', run: sweepSessions },
    { name: 'known browsers', run: sweepBrowsers },
  ],
}
