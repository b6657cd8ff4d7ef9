import type { WorkerParts } from '#lib/jobs.ts'
import { sweepApprovals } from './service.ts'

export const approvalWorker: WorkerParts = { sweeps: [{ name: 'approvals', run: sweepApprovals }] }
