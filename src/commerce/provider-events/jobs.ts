import type { WorkerParts } from '#platform/jobs/index.ts'
import { reconcileCases } from './reconcile.ts'

export const providerEventWorker: WorkerParts = { periodicJobs: [{ name: 'open cases', party: 'payments', run: reconcileCases }] }
