import { inTransaction, type Context, type Tx } from '#platform/context/index.ts'
import { aboutOf, lineFor, planFor, replyOf } from '#helpers/shop-agent/rules/plan.ts'
import { requireNotPaused } from '#helpers/state/pause.ts'
import { storeRun } from '#helpers/state/runs.ts'
import { quietAbout, replyAsAgent } from '#messaging/threads/index.ts'
import type { RecordedEvent } from '#platform/events/index.ts'
import { enqueueOnce } from '#platform/jobs/index.ts'
import { ProviderError } from '#platform/providers/error.ts'
import { readContext, type AgentContext } from './context.ts'
import { PROMPT_VERSION, think, type Thought } from './compose.ts'

export type Question = { threadId: string; messageId: string }

/**
 * Number of job queues, each of which runs one job at a time. The number is small, so that the negotiator gets its share of the model
 * calls.
 */
const LINES = 2

/**
 * Enqueues a run of the agent for each message from a buyer. The run starts after the request that sent the message has ended. Does nothing
 * without a model.
 */
export async function onQuestion(tx: Tx, event: RecordedEvent): Promise<void> {
  if (event.type !== 'question.asked' || !tx.providers.model) return
  const { id, thread } = event.object as { id: string; thread: string }
  const question: Question = { threadId: thread, messageId: id }
  const line = tx.randomBytes(1)[0]! % LINES
  await enqueueOnce(tx, 'answer_buyer', question, `answer ${id}`, { line: `shop agent ${line}` })
}

/**
 * Returns true if the agent handles a message before the owner is notified. This requires that the agent is on and has a model, and that
 * the owner has not joined the thread. If the agent then cannot answer, it notifies the owner.
 */
export async function answersFirst(ctx: Context, { threadId, messageId }: Question): Promise<boolean> {
  if (!ctx.providers.model) return false
  const quiet = await quietAbout(ctx, threadId, messageId)
  return quiet === null || quiet === 'answered' || quiet === 'newer_message' || quiet === 'thanks'
}

/**
 * Answers a buyer's messages in one reply that is based only on facts, or forwards the messages to the owner (spec: interface, helper 7).
 * Calls the model outside any transaction, then rereads everything under the thread's lock. If the facts have changed by then, calls the
 * model again. Idempotent.
 */
export async function answerBuyer(ctx: Context, question: Question): Promise<void> {
  if (!ctx.providers.model) return
  const isSettled = (await attempt(ctx, question, false)) || (await attempt(ctx, question, true))
  if (!isSettled) throw new Error('the last attempt settles')
}

/** Returns true if the agent does not have to try again to answer. */
async function attempt(ctx: Context, question: Question, isLast: boolean): Promise<boolean> {
  if ((await quietAbout(ctx, question.threadId, question.messageId)) !== null) return true
  const before = await readContext(ctx, question.threadId, question.messageId)
  if (!before) return true
  const startedAt = ctx.now()
  const plan = planOf(before)
  const thought: Thought =
    plan.kind === 'ask' ? await think(ctx, before.conversation.seller_id, before.facts, plan.forModel) : { reply: null }
  try {
    return await inTransaction(ctx, (tx) => write(tx, question, { before, thought, startedAt, isLast }))
  } catch (error) {
    if (error instanceof ProviderError && error.reason === 'refused') return true
    throw error
  }
}

type Made = { before: AgentContext; thought: Thought; startedAt: Date; isLast: boolean }

async function write(tx: Tx, { threadId, messageId }: Question, { before, thought, startedAt, isLast }: Made): Promise<boolean> {
  const accountId = before.conversation.seller_id
  await requireNotPaused(tx, accountId)
  const now = await readContext(tx, threadId, messageId)
  if (!now) return true
  const isSame = JSON.stringify([now.facts, now.questions]) === JSON.stringify([before.facts, before.questions])
  if (!isSame && !isLast) return false
  const plan = planOf(now)
  const reply = replyOf(plan, isSame ? thought.reply : null, now.facts, aboutOf(now.listing))
  const replied = await replyAsAgent(tx, { threadId, inReplyTo: messageId, text: reply.text, needsOwner: reply.needsOwner })
  await storeRun(tx, {
    accountId,
    helper: 'shop_agent',
    subject: messageId,
    decision: replied.kind === 'sent' ? DECISIONS[reply.by] : 'quiet',
    startedAt,
    promptVersion: PROMPT_VERSION,
    snapshot: { facts: now.facts, messages: now.questions.map(({ id }) => id) },
    detail: {
      plan: plan.kind,
      facts: thought.reply?.factIds ?? [],
      refused: reply.refused ?? null,
      failed: thought.failed ?? null,
      quiet: replied.kind === 'quiet' ? replied.because : null,
    },
    ...(thought.model && { model: thought.model }),
    ...(thought.used && { used: thought.used }),
  })
  return true
}

const DECISIONS = { model: 'answered', facts: 'composed', line: 'price', note: 'passed_on' } as const

const planOf = ({ questions, facts, listing }: AgentContext) =>
  planFor(
    questions.map(({ text }) => text),
    facts,
    lineFor(listing),
  )
