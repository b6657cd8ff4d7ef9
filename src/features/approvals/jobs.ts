import type { WorkerParts } from '#lib/jobs.ts'
import { expireApprovals, finishApproved } from './service.ts'

export const approvalWorker: WorkerParts = {
  sweeps: [
    { name: 'approvals', run: expireApprovals },
    { name: 'approved requests', asks: 'anybody', run: finishApproved },
  ],
}
