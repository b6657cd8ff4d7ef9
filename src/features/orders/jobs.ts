import type { WorkerParts } from '#lib/jobs.ts'
import { payOutDue } from './money/sending/send.ts'
import { settleOpenPayments } from './reconcile.ts'
import { settleDue } from './settle.ts'

/** The settlement worker. What was paid in time counts before what the clock ends, and money leaves last. */
export const orderWorker: WorkerParts = {
  sweeps: [
    { name: 'open payments', run: settleOpenPayments },
    { name: 'due orders', run: settleDue },
    { name: 'due money', run: payOutDue },
  ],
}
