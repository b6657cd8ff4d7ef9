import type { WorkerParts } from '#platform/jobs/index.ts'
import { emptyIdleTenants } from './index.ts'

export const sandboxWorker: WorkerParts = { periodicJobs: [{ name: 'idle test data', tidies: true, run: emptyIdleTenants }] }
