import type { WorkerParts } from '#platform/jobs/index.ts'
import { deleteOrphanFiles } from './index.ts'

export const photoWorker: WorkerParts = { periodicJobs: [{ name: 'files', tidies: true, party: 'storage', run: deleteOrphanFiles }] }
