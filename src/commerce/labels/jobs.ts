import type { WorkerParts } from '#platform/jobs/index.ts'
import { reconcileLabels } from './reconcile.ts'

export const labelWorker: WorkerParts = { sweeps: [{ name: 'shipping labels', party: 'anybody', run: reconcileLabels }] }
