import { draftQuestion, MAX_ANSWER, MAX_QUESTION, MAX_QUESTIONS } from '#catalog/questions/index.ts'
import { readPresentedThread } from '#messaging/threads/index.ts'
import { goTo } from '#web/framework/answer.ts'
import { Button, ButtonLink, Empty, Form, Notice, Section, TextArea } from '#web/ui/index.ts'
import {
  api,
  call,
  fieldAt,
  page,
  sendApp,
  type Listing,
  type Outcome,
  type PageRequest,
  type Question,
  type SentForm,
} from '#web/framework/page/index.ts'

/** `/app/listings/{id}/questions` lists the public questions about a listing, and lets the owner publish, edit and delete them. */
export const questionsPage = page({
  path: '/app/listings/:id/questions',
  name: 'questions',
  form: change,
  load: async ({ ctx, c, viewer }) => {
    const params = { id: c.req.param('id')! }
    const [listing, { data }] = await Promise.all([
      call(ctx, viewer, api.getListing, { params }),
      call(ctx, viewer, api.listQuestions, { params, query: { limit: String(MAX_QUESTIONS) } }),
    ])
    return { listing, questions: data }
  },
  show: send,
})

/** Returns the path of the form that publishes the owner's answer from a conversation. */
export const publishAnswerPath = (listing: string, thread: string, message: string): string =>
  `${pathOf(listing)}?thread=${thread}&message=${message}#new`

const pathOf = (listing: string): string => `/app/listings/${encodeURIComponent(listing)}/questions`

async function change({ ctx, c, viewer }: PageRequest, { fields }: SentForm): Promise<Outcome> {
  const id = c.req.param('id')!
  const to = pathOf(id)
  const { do: what = 'publish', id: questionId = '', question = '', answer = '' } = fields
  if (what === 'publish') {
    await call(ctx, viewer, api.createQuestion, { params: { id }, body: { question, answer } })
    return { to, message: 'Question and answer published.' }
  }
  if (what === 'change') {
    await call(ctx, viewer, api.changeQuestion, { params: { id, questionId }, body: { question, answer } })
    return { to, message: 'Question and answer updated.' }
  }
  if (what !== 'delete') return goTo(c, to)
  const { data } = await call(ctx, viewer, api.listQuestions, { params: { id }, query: { limit: String(MAX_QUESTIONS) } })
  const deleted = data.find((one) => one.id === questionId)
  await call(ctx, viewer, api.deleteQuestion, { params: { id, questionId } })
  const undo = deleted && { path: to, fields: { do: 'publish', question: deleted.question, answer: deleted.answer } }
  return { to, message: 'Question and answer deleted.', undo }
}

type Loaded = { listing: Listing; questions: readonly Question[] }

async function send(at: PageRequest, { listing, questions }: Loaded): Promise<Response> {
  const edited = questions.find(({ id }) => id === (at.typed['id'] ?? at.c.req.query('edit')))
  const known = edited ?? (await fromThread(at, listing.id))
  return sendApp(at, {
    current: 'listings',
    title: `Questions about ${listing.title ?? 'a draft'}`,
    intro: 'Everyone can read these questions and your answers on the listing page.',
    apiCalls: [[`POST /listings/${listing.id}/questions`, { question: 'Is it wool?', answer: 'Yes, all of it.' }]],
    atFields: ['question', 'answer'],
    children: (
      <div class="stack">
        {questions.length === 0 ? (
          <Empty icon="chat" title="No public questions yet">
            <p>Answer a question once for everyone. You can also publish an answer that you gave in a message.</p>
          </Empty>
        ) : (
          <ul class="rows">
            {questions.map((one) => (
              <Row at={at} question={one} />
            ))}
          </ul>
        )}
        {edited || questions.length < MAX_QUESTIONS ? (
          <Section id="new" title={edited ? 'Edit the question' : 'Publish a question and your answer'}>
            <QuestionForm at={at} listing={listing.id} edited={edited} known={known} />
          </Section>
        ) : (
          <p class="quiet">This listing has {MAX_QUESTIONS} questions, the maximum. Delete one to publish another.</p>
        )}
        <p>
          <a href={`/app/listings/${listing.id}`}>Back to the listing</a>
        </p>
      </div>
    ),
  })
}

const Row = ({ at, question: { id, listing, question, answer } }: { at: PageRequest; question: Question }) => {
  const which = `: ${question}`
  return (
    <li>
      <div class="stack tight">
        <strong dir="auto">{question}</strong>
        <span dir="auto">{answer}</span>
      </div>
      <Form class="actions" action={pathOf(listing)} viewer={at.viewer} with={{ id }}>
        <ButtonLink small href={`${pathOf(listing)}?edit=${id}#new`} label="Edit" about={which} />
        <Button small kind="quiet" do="delete" label="Delete" about={which} />
      </Form>
    </li>
  )
}

type Draft = Pick<Question, 'question' | 'answer'>
type FormProps = { at: PageRequest; listing: string; edited: Question | undefined; known: Draft | undefined }

const QuestionForm = ({ at, listing, edited, known }: FormProps) => (
  <Form class="form wide" action={pathOf(listing)} viewer={at.viewer} with={{ do: edited ? 'change' : 'publish', id: edited?.id }}>
    <Notice>
      <span>
        Both the question and the answer will be public on the listing page. Leave out names, addresses and anything else that is private.
      </span>
    </Notice>
    <TextArea {...fieldAt(at, 'question', known?.question)} label="Question" rows={2} maxlength={MAX_QUESTION} required />
    <TextArea {...fieldAt(at, 'answer', known?.answer)} label="Your answer" rows={4} maxlength={MAX_ANSWER} required />
    <div class="actions">
      <Button kind="dark" label={edited ? 'Save' : 'Publish question and answer'} />
      {edited ? <ButtonLink href={pathOf(listing)} label="Cancel" /> : null}
    </div>
  </Form>
)

/** Returns the answer that the URL names and the buyer's question before it, without the buyer's name. */
async function fromThread({ ctx, c, viewer }: PageRequest, listing: string): Promise<Draft | undefined> {
  const { thread: threadId, message } = c.req.query()
  if (!threadId || !message) return undefined
  const { thread } = await readPresentedThread(ctx, viewer, threadId, { limit: 100, offset: 0 })
  const index = thread.messages.findIndex(({ id, from }) => id === message && from === 'owner')
  const buyerMessage = thread.messages.slice(0, Math.max(index, 0)).findLast(({ from, text }) => from === 'buyer' && text !== '')
  if (thread.listing?.id !== listing || !buyerMessage) return undefined
  return { question: draftQuestion(buyerMessage.text, thread.buyer.name), answer: thread.messages[index]!.text }
}
