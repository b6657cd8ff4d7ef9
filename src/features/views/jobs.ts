import type { WorkerParts } from '#lib/jobs.ts'
import { sweepVisits } from './service.ts'

export const viewWorker: WorkerParts = { sweeps: [{ name: 'visits', run: sweepVisits }] }
