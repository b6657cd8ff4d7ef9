import type { WorkerParts } from '#platform/jobs/index.ts'
import { settleEndedHolds } from './keep.ts'

export const holdWorker: WorkerParts = { sweeps: [{ name: 'holds', run: settleEndedHolds }] }
