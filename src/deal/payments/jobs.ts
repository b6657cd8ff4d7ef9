import type { WorkerParts } from '#platform/jobs.ts'
import { lookAfterDeposits } from './attempt.ts'
import { lookAfterCases } from './looking.ts'

export const paymentWorker: WorkerParts = {
  sweeps: [
    { name: 'open deposits', asks: 'payments', run: lookAfterDeposits },
    { name: 'open cases', asks: 'payments', run: lookAfterCases },
  ],
}
