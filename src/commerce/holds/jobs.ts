import type { WorkerParts } from '#platform/jobs/index.ts'
import { settleEndedHolds } from './keep.ts'

export const holdWorker: WorkerParts = { periodicJobs: [{ name: 'holds', run: settleEndedHolds }] }
