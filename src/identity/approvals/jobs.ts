import type { WorkerParts } from '#platform/jobs/index.ts'
import { expireApprovals, finishApproved } from './index.ts'

export const approvalWorker: WorkerParts = {
  periodicJobs: [
    { name: 'approvals', run: expireApprovals },
    { name: 'approved requests', party: 'anybody', run: finishApproved },
  ],
}
