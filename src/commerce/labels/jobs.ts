import type { WorkerParts } from '#platform/jobs/index.ts'
import { reconcileLabels } from './reconcile.ts'

export const labelWorker: WorkerParts = { periodicJobs: [{ name: 'shipping labels', party: 'anybody', run: reconcileLabels }] }
