import type { WorkerParts } from '#platform/jobs/index.ts'
import { settleOpenPayments } from './reconcile.ts'
import { settleDue } from './deadlines.ts'

/** Deadlines run without a payment provider. */
export const orderWorker: WorkerParts = {
  sweeps: [
    { name: 'open payments', asks: 'payments', run: settleOpenPayments },
    { name: 'due orders', run: settleDue },
  ],
}
