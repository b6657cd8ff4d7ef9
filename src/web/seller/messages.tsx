import { Badge, Button, ButtonLink, Empty, Form, HelperMark, Pager, Row, Rows, Tabs, TextArea, Time } from '#web/ui/index.ts'
import { api, type PageRequest, call, fieldAt, type Message, page, pageAt, sendApp, type Thread } from '#web/framework/page/index.ts'

/** `/app/messages`: messages from buyers. Messages that need the owner come first. */
export const messagesPage = page({ path: '/app/messages', name: 'messages', who: 'person', show: sendList })
export const threadPage = page({
  path: '/app/messages/:id',
  name: 'thread',
  who: 'person',
  async form({ ctx, c, viewer }, { fields }) {
    const id = c.req.param('id')!
    await call(ctx, viewer, api.sendMessage, { params: { id }, body: { text: fields.text ?? '' } })
    return { to: `/app/messages/${encodeURIComponent(id)}`, says: 'Sent.' }
  },
  show: sendThread,
})

const LISTED = 30

async function sendList(look: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = look
  const all = c.req.query('show') === 'all'
  const { query: paging, links } = pageAt(c, LISTED)
  const query = { role: 'seller', ...paging, ...(all ? {} : { waiting: 'true' }) }
  const threads = await call(ctx, viewer, api.listThreads, { query })
  const at = (show: string) => `/app/messages?show=${show}`
  return sendApp(look, {
    current: 'messages',
    title: 'Messages',
    twin: [{ method: 'GET', path: '/threads?role=seller' }],
    children: (
      <div class="stack" id="threads" data-live="thread">
        <Tabs
          label="Messages"
          tabs={[
            { href: at('needs-you'), label: 'Needs you', current: !all },
            { href: at('all'), label: 'All', current: all },
          ]}
        />
        {threads.data.length === 0 ? (
          <Empty icon="chat" title={all ? 'No messages yet' : 'Nothing needs you'}>
            <p>{all ? 'Questions about your listings appear here.' : 'Questions that your helper could not answer appear here.'}</p>
            {all ? null : <ButtonLink href={at('all')}>See all conversations</ButtonLink>}
          </Empty>
        ) : (
          <Rows>
            {threads.data.map((thread) => (
              <Conversation thread={thread} now={ctx.now()} />
            ))}
          </Rows>
        )}
        <Pager {...links(threads.total)} />
      </div>
    ),
  })
}

type ConversationProps = { thread: Thread; now: Date }

const Conversation = ({ thread: { id, buyer, listing, shop, unread, needs_owner, last_message, updated_at }, now }: ConversationProps) => (
  <Row
    href={`/app/messages/${id}`}
    title={`${buyer.name} · ${listing?.title ?? shop.name}`}
    line={last_message.text}
    when={<Time at={updated_at} now={now} />}
  >
    {needs_owner ? <Badge means="warn">Needs you</Badge> : null}
    {unread > 0 ? <Badge means="info">{unread} new</Badge> : null}
  </Row>
)

async function sendThread(at: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = at
  const id = c.req.param('id')!
  const thread = await call(ctx, viewer, api.getThread, { params: { id } })
  if (thread.unread > 0) await call(ctx, viewer, api.readThread, { params: { id } })
  return sendApp(at, {
    current: 'messages',
    title: thread.buyer.name,
    twin: [
      { method: 'GET', path: `/threads/${thread.id}` },
      { method: 'POST', path: `/threads/${thread.id}/messages`, body: { text: 'Yes, it is still here.' } },
    ],
    intro: thread.listing ? <a href={`/app/listings/${thread.listing.id}`}>{thread.listing.title}</a> : thread.shop.name,
    actions: thread.needs_owner ? <Badge means="warn">Passed on to you</Badge> : undefined,
    atFields: ['text'],
    children: (
      <div class="stack measure">
        {thread.has_more ? <p class="quiet">Only the last 100 messages are shown.</p> : null}
        <ol class="app-talk" role="list" aria-label="Messages" aria-live="polite" id="lines" data-live={`thread:${thread.id}`} data-log>
          {thread.messages.map((message) => (
            <Said message={message} buyer={thread.buyer.name} now={ctx.now()} />
          ))}
        </ol>
        <Form action={`/app/messages/${thread.id}`} viewer={viewer} class="form wide">
          <TextArea
            {...fieldAt(at, 'text')}
            label="Your answer"
            rows={3}
            maxlength={2000}
            required
            hint="When you reply, your helper stays quiet here until 15 minutes after your last message."
          />
          <Button kind="dark">Send</Button>
        </Form>
      </div>
    ),
  })
}

const Said = ({ message: { id, from, text, created_at }, buyer, now }: { message: Message; buyer: string; now: Date }) => (
  <li class={from === 'buyer' ? 'theirs' : 'ours'} id={id}>
    <p class="small quiet">
      {from === 'buyer' ? buyer : from === 'agent' ? <HelperMark /> : from === 'service' ? 'The service' : 'You'}{' '}
      <Time at={created_at} now={now} />
    </p>
    <p class="words">{text}</p>
  </li>
)
