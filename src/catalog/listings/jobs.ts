import type { WorkerParts } from '#platform/jobs/index.ts'
import { endOldReductions } from './update.ts'

export const listingWorker: WorkerParts = { sweeps: [{ name: 'reductions', run: endOldReductions }] }
