import type { WorkerParts } from '#platform/jobs/index.ts'
import { sweepBrowsers } from './browsers.ts'
import { sweepSessions } from './index.ts'

export const sessionWorker: WorkerParts = {
  sweeps: [
    { name: 'sessions', tidies: true, run: sweepSessions },
    { name: 'known browsers', tidies: true, run: sweepBrowsers },
  ],
}
