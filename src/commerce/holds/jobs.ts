import type { WorkerParts } from '#platform/jobs/index.ts'
import { sweepHolds } from './keep.ts'

export const holdWorker: WorkerParts = { sweeps: [{ name: 'holds', run: sweepHolds }] }
