import type { WorkerParts } from '#platform/jobs/index.ts'
import { settleDue } from './deadlines.ts'

/** Deadlines run without a payment provider. */
export const orderWorker: WorkerParts = { sweeps: [{ name: 'due orders', run: settleDue }] }
