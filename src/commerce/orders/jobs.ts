import type { WorkerParts } from '#platform/jobs/index.ts'
import { settleDue } from './deadlines.ts'

/** Periodic job for deadlines. It also runs without a payment provider. */
export const orderWorker: WorkerParts = { sweeps: [{ name: 'due orders', run: settleDue }] }
