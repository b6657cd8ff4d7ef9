import type { WorkerParts } from '#lib/jobs.ts'
import { sweepHolds } from './keeping.ts'

export const holdWorker: WorkerParts = { sweeps: [{ name: 'holds', run: sweepHolds }] }
