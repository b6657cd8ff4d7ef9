import type { WorkerParts } from '#platform/jobs/index.ts'
import { settleOpenPayments } from './reconcile.ts'
import { settleDue } from './deadlines.ts'

/** What the clock ends waits for no provider. */
export const orderWorker: WorkerParts = {
  sweeps: [
    { name: 'open payments', asks: 'payments', run: settleOpenPayments },
    { name: 'due orders', run: settleDue },
  ],
}
