import type { WorkerParts } from '#platform/jobs.ts'
import { sweepFiles } from './index.ts'

export const photoWorker: WorkerParts = { sweeps: [{ name: 'files', tidies: true, asks: 'storage', run: sweepFiles }] }
