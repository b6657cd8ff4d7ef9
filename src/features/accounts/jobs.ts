import type { WorkerParts } from '#lib/jobs.ts'
import { sweepBrowsers } from './browsers.ts'
import { sweepSessions } from './sessions.ts'

export const accountWorker: WorkerParts = {
  sweeps: [
    { name: 'sessions', run: sweepSessions },
    { name: 'known browsers', run: sweepBrowsers },
  ],
}
