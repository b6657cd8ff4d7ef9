import type { WorkerParts } from '#lib/jobs.ts'
import { lookAfterDeposits } from './attempt.ts'
import { lookAfterCases } from './looking.ts'

export const paymentWorker: WorkerParts = {
  sweeps: [
    { name: 'open deposits', run: lookAfterDeposits },
    { name: 'open cases', run: lookAfterCases },
  ],
}
