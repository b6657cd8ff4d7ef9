import type { WorkerParts } from '#platform/jobs/index.ts'
import { emptyIdleTenants } from './index.ts'

export const sandboxWorker: WorkerParts = { sweeps: [{ name: 'idle test worlds', tidies: true, run: emptyIdleTenants }] }
