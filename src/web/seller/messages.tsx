import * as blocks from '#commerce/blocks/index.ts'
import { textAndPhotos } from '#messaging/threads/rules/photos.ts'
import { readPresentedThread } from '#messaging/threads/index.ts'
import { MOST_REPLIES } from '#messaging/replies/index.ts'
import { MessagePhotos, MessagePhotosField, ReadMark } from '#web/ui/message-photos.tsx'
import { PersonLinks } from '#web/ui/person-links.tsx'
import { Badge, Button, ButtonLink, Empty, Form, HelperMark, Pager, Tabs, TextArea, Time } from '#web/ui/index.ts'
import { publishAnswerPath } from './questions.tsx'
import { InsertReply, insertReply, REPLIES_PATH } from './replies.tsx'
import { REPLIES } from './copy.ts'
import {
  api,
  type PageRequest,
  call,
  fieldAt,
  type Message,
  page,
  pageAt,
  problemAt,
  sendApp,
  type Thread,
  type ThreadDetail,
} from '#web/framework/page/index.ts'

/** `/app/messages` shows messages from buyers. Conversations that need the owner's reply come first. */
export const messagesPage = page({ path: '/app/messages', name: 'messages', show: sendList })
export const threadPage = page({
  path: '/app/messages/:id',
  name: 'thread',
  files: true,
  async form(at, { fields, files }) {
    const { ctx, c, viewer } = at
    const id = c.req.param('id')!
    if (fields['do'] === 'insert') {
      const text = await insertReply(at, await call(ctx, viewer, api.getThread, { params: { id } }), fields)
      return sendThread({ ...at, typed: { text } })
    }
    await call(ctx, viewer, api.sendMessage, { params: { id }, body: { text: fields.text ?? '' }, files })
    return { to: `/app/messages/${encodeURIComponent(id)}`, message: 'Sent.' }
  },
  show: sendThread,
})

const LISTED = 30

async function sendList(request: PageRequest): Promise<Response> {
  const { ctx, c } = request
  const all = c.req.query('show') === 'all'
  const { query: paging, links } = pageAt(c, LISTED)
  const threads = await listed(request, { ...paging, ...(all ? {} : { waiting: 'true' }) })
  return sendApp(request, {
    current: 'messages',
    title: 'Messages',
    apiCalls: ['GET /threads?role=seller'],
    children: (
      <div class="stack" id="threads" data-live="thread">
        <MessageTabs current={all ? 'all' : 'needs-you'} />
        {threads.data.length === 0 ? (
          <Empty icon="chat" title={all ? 'No messages yet' : 'No messages to answer'}>
            <p>{all ? 'Questions about your listings will appear here.' : 'Questions that need your answer will appear here.'}</p>
            {all ? null : <ButtonLink href={listPath('all')} label="See all conversations" />}
          </Empty>
        ) : (
          <div class="panes app-panes">
            <nav class="threads" aria-label="Conversations">
              <Conversations threads={threads.data} now={ctx.now()} />
            </nav>
            <p class="pane-hint quiet">Choose a conversation to read it.</p>
          </div>
        )}
        <Pager {...links(threads.total)} />
      </div>
    ),
  })
}

const listed = ({ ctx, viewer }: PageRequest, query: Record<string, string>) =>
  call(ctx, viewer, api.listThreads, { query: { role: 'seller', ...query } })

const listPath = (show: 'needs-you' | 'all') => `/app/messages?show=${show}`

const MessageTabs = ({ current }: { current: 'needs-you' | 'all' }) => (
  <Tabs
    label="Messages"
    tabs={[
      { href: listPath('needs-you'), label: 'Unanswered', current: current === 'needs-you' },
      { href: listPath('all'), label: 'All', current: current === 'all' },
      { href: REPLIES_PATH, label: REPLIES.title },
    ]}
  />
)

const Conversations = ({ threads, now, open }: { threads: readonly Thread[]; now: Date; open?: string }) => (
  <ul role="list">
    {threads.map(({ id, buyer, listing, shop, unread, needs_owner, last_message, updated_at }) => (
      <li>
        <a href={`/app/messages/${id}`} aria-current={id === open ? 'page' : undefined}>
          <span class="who">
            <strong>{buyer.name}</strong>
            {needs_owner ? <Badge means="warn">Unanswered</Badge> : null}
            {unread > 0 && id !== open ? <span class="count">{unread} new</span> : null}
          </span>
          <span class="about">{listing?.title ?? shop.name}</span>
          <span class="last">{textAndPhotos(last_message.text, last_message.photos.length)}</span>
          <span class="small quiet">
            <Time at={updated_at} now={now} />
          </span>
        </a>
      </li>
    ))}
  </ul>
)

async function sendThread(at: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = at
  const id = c.req.param('id')!
  const { thread, readMessage } = await readPresentedThread(ctx, viewer, id, { limit: 100, offset: 0 })
  if (thread.unread > 0) await call(ctx, viewer, api.readThread, { params: { id } })
  const [threads, { isBlocked }, replies] = await Promise.all([
    listed(at, { limit: String(LISTED) }),
    blocks.readTarget(ctx, viewer, { thread: id }),
    call(ctx, viewer, api.listReplies, { query: { limit: String(MOST_REPLIES) } }),
  ])
  return sendApp(at, {
    current: 'messages',
    title: 'Messages',
    apiCalls: [`GET /threads/${thread.id}`, [`POST /threads/${thread.id}/messages`, { text: 'Yes, it is still here.' }]],
    atFields: ['text', 'reply'],
    children: (
      <div class="panes app-panes with-talk">
        <nav class="threads" aria-label="Conversations" id="threads" data-live="thread">
          <Conversations threads={threads.data} now={ctx.now()} open={id} />
        </nav>
        <section class="talk" aria-label={`Conversation with ${thread.buyer.name}`}>
          <a class="back" href={listPath('all')}>
            All conversations
          </a>
          <div class="talk-top">
            <div>
              <h2>{thread.buyer.name}</h2>
              {thread.listing ? <a href={`/app/listings/${thread.listing.id}`}>{thread.listing.title}</a> : thread.shop.name}
            </div>
            {thread.needs_owner ? <Badge means="warn">Forwarded to you</Badge> : null}
          </div>
          {thread.has_more ? <p class="quiet">Only the last 100 messages are shown.</p> : null}
          <ol class="app-talk" role="list" aria-label="Messages" aria-live="polite" id="lines" data-live={`thread:${thread.id}`} data-log>
            {thread.messages.map((message) => (
              <MessageItem
                message={message}
                buyer={thread.buyer.name}
                isRead={message.id === readMessage}
                publishPath={publishPathOf(thread, message)}
                now={ctx.now()}
              />
            ))}
          </ol>
          <Form action={`/app/messages/${thread.id}`} viewer={viewer} class="form wide" multipart>
            <TextArea
              {...fieldAt(at, 'text')}
              label="Your answer"
              rows={3}
              maxlength={2000}
              hint="When you reply, your helper stays out of this conversation until 15 minutes after your last message."
            />
            <InsertReply at={at} thread={id} replies={replies.data} />
            <MessagePhotosField problem={problemAt(at.problem, 'files')} />
            <Button kind="dark" label="Send" />
          </Form>
          <PersonLinks of={{ thread: thread.id }} name={thread.buyer.name} isBlocked={isBlocked} />
        </section>
      </div>
    ),
  })
}

/** Returns the path of the form that publishes the owner's answer, or null if the message cannot be published as an answer. */
function publishPathOf({ id, listing, messages }: ThreadDetail, { id: message, from, text }: Message): string | null {
  if (listing === null || from !== 'owner' || text === '') return null
  const before = messages.slice(
    0,
    messages.findIndex((one) => one.id === message),
  )
  return before.some((one) => one.from === 'buyer' && one.text !== '') ? publishAnswerPath(listing.id, id, message) : null
}

type ItemProps = { message: Message; buyer: string; isRead: boolean; publishPath: string | null; now: Date }

const MessageItem = ({ message: { id, from, text, photos, shop, created_at }, buyer, isRead, publishPath, now }: ItemProps) => (
  <li class={from === 'buyer' ? 'theirs' : 'ours'} id={id}>
    <p class="small quiet">
      {from === 'buyer' ? buyer : from === 'agent' ? <HelperMark /> : from === 'service' ? 'The service' : 'You'}{' '}
      <Time at={created_at} now={now} />
    </p>
    {text === '' ? null : <p class="words">{text}</p>}
    <MessagePhotos photos={photos} from={from === 'buyer' ? buyer : shop.name} />
    {publishPath === null ? null : (
      <p class="small">
        <a href={publishPath}>Publish question and answer</a>
      </p>
    )}
    {isRead ? <ReadMark /> : null}
  </li>
)
