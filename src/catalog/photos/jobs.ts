import type { WorkerParts } from '#platform/jobs/index.ts'
import { sweepFiles } from './index.ts'

export const photoWorker: WorkerParts = { sweeps: [{ name: 'files', tidies: true, asks: 'storage', run: sweepFiles }] }
