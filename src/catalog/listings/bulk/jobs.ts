import type { WorkerParts } from '#platform/jobs/index.ts'
import { runBulk } from './run.ts'

export const bulkWorker: WorkerParts = { jobs: [{ name: 'bulk_change', run: runBulk }] }
