import type { WorkerParts } from '#platform/jobs.ts'
import { lookAfterDeposits } from './attempt.ts'

export const paymentWorker: WorkerParts = { sweeps: [{ name: 'open deposits', asks: 'payments', run: lookAfterDeposits }] }
