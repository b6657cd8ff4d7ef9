import type { WorkerParts } from '#platform/jobs/index.ts'
import { settleDue } from './deadlines.ts'

/** Periodic job that applies deadlines of orders. It runs even without a payment provider. */
export const orderWorker: WorkerParts = { periodicJobs: [{ name: 'due orders', run: settleDue }] }
