import type { WorkerParts } from '#platform/jobs/index.ts'
import { answerBuyer, onQuestion, type Question } from './index.ts'

export const shopAgentWorker: WorkerParts = {
  jobs: [{ name: 'answer_buyer', callsModel: true, run: (ctx, question: Question) => answerBuyer(ctx, question) }],
  onEvent: onQuestion,
}
