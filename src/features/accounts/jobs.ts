import type { WorkerParts } from '#lib/jobs.ts'
import { sweepSessions } from './service.ts'

export const accountWorker: WorkerParts = { sweeps: [{ name: 'sessions', run: sweepSessions }] }
