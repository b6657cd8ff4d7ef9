import type { WorkerParts } from '#platform/jobs/index.ts'
import { payOutDue } from './send.ts'

export const payoutWorker: WorkerParts = { periodicJobs: [{ name: 'due money', party: 'payments', run: payOutDue }] }
