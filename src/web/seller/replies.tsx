import { MOST_REPLIES } from '#messaging/replies/index.ts'
import { appendReply, fillReply } from '#messaging/replies/rules.ts'
import { invalid } from '#platform/errors/index.ts'
import type { Child } from '#web/framework/jsx/index.ts'
import { goTo } from '#web/framework/answer.ts'
import {
  api,
  call,
  dollarsText,
  fieldAt,
  found,
  page,
  sendApp,
  type Fields,
  type Outcome,
  type PageRequest,
  type SavedReply,
  type SentForm,
  type ThreadDetail,
} from '#web/framework/page/index.ts'
import { Button, ButtonLink, Empty, Field, Form, Section, Select, TextArea } from '#web/ui/index.ts'
import { REPLIES } from './copy.ts'

export const REPLIES_PATH = '/app/messages/replies'
const FIELDS = ['title', 'body'] as const

/** `/app/messages/replies` lists the seller's saved replies, with a form for a new one. */
export const repliesPage = page({ path: REPLIES_PATH, name: 'saved replies', form: changeList, show: sendList })

export const replyPage = page({
  path: `${REPLIES_PATH}/:id`,
  name: 'saved reply',
  load: ({ ctx, c, viewer }) => call(ctx, viewer, api.getReply, { params: { id: c.req.param('id')! } }),
  async form({ ctx, c, viewer }, { fields }) {
    await call(ctx, viewer, api.changeReply, { params: { id: c.req.param('id')! }, body: bodyIn(fields) })
    return { to: REPLIES_PATH, message: REPLIES.saved }
  },
  show: sendReply,
})

const bodyIn = ({ title = '', body = '' }: Fields) => ({ title, body })

/** Undoing a deletion saves the reply again. */
async function changeList({ ctx, c, viewer }: PageRequest, { fields }: SentForm): Promise<Outcome> {
  if (fields['do'] === 'create') {
    await call(ctx, viewer, api.createReply, { body: bodyIn(fields) })
    return { to: REPLIES_PATH, message: REPLIES.saved }
  }
  if (fields['do'] !== 'delete') return goTo(c, REPLIES_PATH)
  const params = { id: fields['reply'] ?? '' }
  const { title, body } = await call(ctx, viewer, api.getReply, { params })
  await call(ctx, viewer, api.deleteReply, { params })
  return { to: REPLIES_PATH, message: REPLIES.deleted, undo: { path: REPLIES_PATH, fields: { do: 'create', title, body } } }
}

async function sendList(at: PageRequest): Promise<Response> {
  const { data } = await call(at.ctx, at.viewer, api.listReplies, { query: { limit: String(MOST_REPLIES) } })
  return sendApp(at, {
    current: 'messages',
    title: REPLIES.title,
    intro: REPLIES.intro,
    apiCalls: ['GET /replies', ['POST /replies', { title: 'Shipping', body: 'Hi {name}, the {item} ships on Monday.' }]],
    atFields: FIELDS,
    children: (
      <div class="stack">
        {data.length === 0 ? (
          <Empty icon="chat" title={REPLIES.none}>
            <p>{REPLIES.first}</p>
          </Empty>
        ) : (
          <ul class="rows">
            {data.map((reply) => (
              <Row at={at} reply={reply} />
            ))}
          </ul>
        )}
        {data.length < MOST_REPLIES ? (
          <Section id="new-reply" title={REPLIES.add} className="section">
            <ReplyForm at={at} action={REPLIES_PATH} button={<Button kind="dark" do="create" label="Save reply" />} />
          </Section>
        ) : (
          <p class="quiet">{REPLIES.most(MOST_REPLIES)}</p>
        )}
      </div>
    ),
  })
}

const Row = ({ at, reply: { id, title, body } }: { at: PageRequest; reply: SavedReply }) => {
  const which = `: ${title}`
  return (
    <li>
      <div class="stack tight">
        <strong>{title}</strong>
        <blockquote class="small">{body}</blockquote>
      </div>
      <Form class="actions" action={REPLIES_PATH} viewer={at.viewer} with={{ reply: id }}>
        <ButtonLink small href={`${REPLIES_PATH}/${id}`} label="Edit" about={which} />
        <Button small kind="quiet" do="delete" label="Delete" about={which} />
      </Form>
    </li>
  )
}

function sendReply(at: PageRequest, reply: SavedReply): Promise<Response> {
  const path = `${REPLIES_PATH}/${reply.id}`
  return sendApp(at, {
    current: 'messages',
    title: REPLIES.edit,
    apiCalls: [[`PATCH /replies/${reply.id}`, { title: reply.title }]],
    atFields: FIELDS,
    children: (
      <ReplyForm
        at={at}
        action={path}
        reply={reply}
        button={
          <>
            <Button kind="dark" label="Save reply" />
            <ButtonLink href={REPLIES_PATH} label="Cancel" />
          </>
        }
      />
    ),
  })
}

type FormProps = { at: PageRequest; action: string; reply?: SavedReply; button: Child }

const ReplyForm = ({ at, action, reply, button }: FormProps) => (
  <Form class="form wide" action={action} viewer={at.viewer}>
    <Field {...fieldAt(at, 'title', reply?.title)} label="Title" hint={REPLIES.titleHint} maxlength={60} required />
    <TextArea {...fieldAt(at, 'body', reply?.body)} label="Text" hint={REPLIES.bodyHint} rows={4} maxlength={1000} required />
    <div class="actions">{button}</div>
  </Form>
)

type InsertProps = { at: PageRequest; thread: string; replies: readonly SavedReply[] }

/**
 * Lets the seller choose a saved reply in the message form of a conversation. The button inserts the reply into the form, but does not send
 * it.
 */
export const InsertReply = ({ at, thread, replies }: InsertProps) =>
  replies.length === 0 ? (
    <p class="small">
      <a href={REPLIES_PATH}>{REPLIES.manage}</a>
    </p>
  ) : (
    <div class="stack tight" data-island="insert-reply">
      <Select
        {...fieldAt(at, 'reply')}
        label={REPLIES.choose}
        choices={[{ value: '', label: 'Choose' }, ...replies.map(({ id, title }) => ({ value: id, label: title }))]}
      />
      <p class="actions">
        <Button small do="insert" action={`/app/messages/${thread}#text`} label={REPLIES.insert} />
        <a class="small" href={REPLIES_PATH}>
          {REPLIES.manage}
        </a>
      </p>
    </div>
  )

/** Returns the typed message followed by the chosen reply, with its placeholders filled in. Errors: 400 `reply` if no reply was chosen. */
export async function insertReply({ ctx, viewer }: PageRequest, thread: ThreadDetail, { text = '', reply = '' }: Fields): Promise<string> {
  const chosen = await found(call(ctx, viewer, api.getReply, { params: { id: reply } }))
  if (!chosen) throw invalid('reply', REPLIES.chooseOne)
  const listing = thread.listing && (await found(call(ctx, viewer, api.getListing, { params: { id: thread.listing.id } })))
  return appendReply(
    text,
    fillReply(chosen.body, {
      name: thread.buyer.name,
      item: thread.listing?.title ?? null,
      price: listing && listing.price !== null ? dollarsText(listing.price) : null,
    }),
  )
}
