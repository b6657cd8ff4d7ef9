import type { Context, Core, Person, Tx } from '#platform/context/index.ts'
import { ifIdOf, isIdOf } from '#platform/context/ids.ts'
import { counted } from '#core/format/count.ts'
import { quoteName, quoteText } from '#core/quoted-name.ts'
import { requireVisibleListing, type Caller, type Detail } from '#catalog/browse/index.ts'
import { cachedRow, type RowsOf } from '#catalog/browse/cache/rows.ts'
import { lockListing, readListing } from '#catalog/listings/index.ts'
import { conflict, notFound } from '#platform/errors/index.ts'
import type { Paged, Part } from '#platform/db/paginate.ts'
import { presentQuestion } from './present.ts'
import * as queries from './queries.ts'
import type { QuestionRow } from './queries.ts'
import { MAX_QUESTIONS } from './rules.ts'
import type { ChangeQuestion, CreateQuestion } from './schema.ts'

export { draftQuestion, MAX_ANSWER, MAX_QUESTION, MAX_QUESTIONS } from './rules.ts'

/** Lists the questions about the actor's own listing, oldest first. Errors: 404. */
export async function listOwnQuestions(ctx: Core, actor: Person, listingId: string, page: Part): Promise<Paged<QuestionRow>> {
  await readListing(ctx, actor, listingId)
  return queries.pageOfQuestions(ctx.db, listingId, page)
}

type Questions = { listingId: string; rows: QuestionRow[] }

const QUESTIONS: RowsOf<Questions> = { kind: 'questions', subjects: ({ listingId }) => [`listing ${listingId}`] }

/** Most listings have no questions. For them, the service runs no query and caches no row. */
type QuestionedListing = Pick<Detail, 'id' | 'hasQuestions'>

async function questionsOf(ctx: Context, { id: listingId, hasQuestions }: QuestionedListing): Promise<QuestionRow[]> {
  if (!hasQuestions) return []
  const read = async () => (await queries.pageOfQuestions(ctx.reads, listingId, { limit: MAX_QUESTIONS, offset: 0 })).rows
  return (await cachedRow(ctx, QUESTIONS, listingId, async () => ({ listingId, rows: await read() }))).rows
}

/** Returns all questions about a listing as records, oldest first. The caller must check visibility. */
export const readQuestions = async (ctx: Context, listing: QuestionedListing) => (await questionsOf(ctx, listing)).map(presentQuestion)

/** Lists the questions about a listing. The caller must be able to see the listing. Errors: 404. */
export async function listPublicQuestions(ctx: Context, actor: Caller, listingId: string, { limit, offset }: Part) {
  const detail = await requireVisibleListing(ctx, actor, listingId)
  const rows = await questionsOf(ctx, detail)
  return { detail, page: { rows: rows.slice(offset, offset + limit), total: rows.length } }
}

/** Publishes a question and its answer. Errors: 404. 409 if the listing already has 20 questions. */
export async function createQuestion(tx: Tx, actor: Person, listingId: string, input: CreateQuestion): Promise<QuestionRow> {
  // the lock makes concurrent calls wait, so that a listing never has more than 20 questions
  await lockListing(tx, actor, listingId)
  if ((await queries.countQuestions(tx.db, listingId)) >= MAX_QUESTIONS)
    throw conflict(`A listing can have ${counted(MAX_QUESTIONS, 'public question')}. Delete one first.`)
  const now = tx.now()
  const row = { id: tx.newId('que'), listing_id: listingId, ...input, created_at: now, updated_at: now }
  await queries.insertQuestion(tx.db, row)
  return row
}

/** Changes a question. Fields that are missing from the request do not change. Errors: 404. */
export async function changeQuestion(tx: Tx, actor: Person, listingId: string, id: string, change: ChangeQuestion): Promise<QuestionRow> {
  await lockListing(tx, actor, listingId)
  const changed = { ...change, updated_at: tx.now() }
  return required(await ifIdOf('que', id, () => queries.updateQuestion(tx.db, listingId, id, changed)))
}

/** Deletes a question about a listing. Errors: 404. */
export async function deleteQuestion(tx: Tx, actor: Person, listingId: string, id: string): Promise<void> {
  await lockListing(tx, actor, listingId)
  if (!isIdOf('que', id) || !(await queries.deleteQuestion(tx.db, listingId, id))) throw notFound('question')
}

/** Describes a new question for the owner who must approve it. Errors: 404. */
export async function describeCreation(ctx: Core, actor: Person, listingId: string, input: CreateQuestion): Promise<string> {
  const { title } = await readListing(ctx, actor, listingId)
  return `Publish a question and its answer on ${nameOf(title)}: ${textOf(input)}`
}

/** Describes a change to a question for the owner who must approve it. Errors: 404. */
export async function describeChange(ctx: Core, actor: Person, listingId: string, id: string, change: ChangeQuestion): Promise<string> {
  const { title, row } = await readOwn(ctx, actor, listingId, id)
  return `Change the public question ${quoteText(row.question)} on ${nameOf(title)} to: ${textOf({ question: change.question ?? row.question, answer: change.answer ?? row.answer })}`
}

/** Describes the deletion of a question for the owner who must approve it. Errors: 404. */
export async function describeDeletion(ctx: Core, actor: Person, listingId: string, id: string): Promise<string> {
  const { title, row } = await readOwn(ctx, actor, listingId, id)
  return `Permanently delete the public question ${quoteText(row.question)} with its answer from ${nameOf(title)}.`
}

async function readOwn(ctx: Core, actor: Person, listingId: string, id: string): Promise<{ title: string | null; row: QuestionRow }> {
  const { title } = await readListing(ctx, actor, listingId)
  return { title, row: required(await ifIdOf('que', id, () => queries.findQuestion(ctx.db, listingId, id))) }
}

const nameOf = (title: string | null): string => (title === null ? 'a draft' : quoteName(title))
const textOf = ({ question, answer }: CreateQuestion): string => `question ${quoteText(question)}, answer ${quoteText(answer)}`

function required(row: QuestionRow | undefined): QuestionRow {
  if (!row) throw notFound('question')
  return row
}
