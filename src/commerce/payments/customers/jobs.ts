import type { WorkerParts } from '#platform/jobs/index.ts'
import { deleteEndedCustomers } from './end.ts'

export const customerWorker: WorkerParts = { periodicJobs: [{ name: 'ended customers', party: 'payments', run: deleteEndedCustomers }] }
