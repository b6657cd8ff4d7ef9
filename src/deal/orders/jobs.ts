import type { WorkerParts } from '#platform/jobs.ts'
import { payOutDue } from './money/sending/send.ts'
import { settleOpenPayments } from './reconcile.ts'
import { settleDue } from './settle.ts'

/** The settlement worker. Of what asks the provider, money leaves last; what the clock ends waits for no provider. */
export const orderWorker: WorkerParts = {
  sweeps: [
    { name: 'open payments', asks: 'payments', run: settleOpenPayments },
    { name: 'due orders', run: settleDue },
    { name: 'due money', asks: 'payments', run: payOutDue },
  ],
}
