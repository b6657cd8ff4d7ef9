import type { WorkerParts } from '#lib/jobs.ts'
import { sweepSessions } from './sessions.ts'

export const accountWorker: WorkerParts = { sweeps: [{ name: 'sessions', run: sweepSessions }] }
