import type { WorkerParts } from '#platform/jobs.ts'
import { sweepHolds } from './keeping.ts'

export const holdWorker: WorkerParts = { sweeps: [{ name: 'holds', run: sweepHolds }] }
