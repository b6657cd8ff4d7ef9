import type { WorkerParts } from '#platform/jobs.ts'
import { sweepBrowsers } from './browsers.ts'
import { sweepSessions } from './sessions.ts'
import { forgetTraces } from './traces.ts'

export const accountWorker: WorkerParts = {
  jobs: [{ name: 'forget_traces', run: forgetTraces }],
  sweeps: [
    { name: 'sessions', run: sweepSessions },
    { name: 'known browsers', run: sweepBrowsers },
  ],
}
