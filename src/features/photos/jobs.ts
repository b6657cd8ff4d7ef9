import type { WorkerParts } from '#lib/jobs.ts'
import { sweepFiles } from './service.ts'

export const photoWorker: WorkerParts = { sweeps: [{ name: 'files', asks: 'storage', run: sweepFiles }] }
