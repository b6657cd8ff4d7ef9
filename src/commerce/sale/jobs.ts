import type { WorkerParts } from '#platform/jobs/index.ts'
import { reconcileOpenPayments } from './reconcile.ts'

export const paymentWorker: WorkerParts = { periodicJobs: [{ name: 'open payments', party: 'payments', run: reconcileOpenPayments }] }
