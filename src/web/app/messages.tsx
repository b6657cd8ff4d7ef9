import type { Context, Person } from '#platform/context.ts'
import type { App } from '#platform/http/mount.ts'
import type { Call } from '#web/answer.ts'
import { Badge, Empty, HelperMark } from '#web/components/badge.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { TextArea } from '#web/components/field.tsx'
import { Form } from '#web/components/form.tsx'
import { Pager, Tabs } from '#web/components/tabs.tsx'
import { Time } from '#web/components/time.tsx'
import { call, problemAt, tried, type List, type Problem } from './calling.ts'
import { sendAppPage } from './frame.tsx'
import { doneAt, place } from './places.ts'
import type { Message, Thread, ThreadDetail } from './records.ts'
import type { Taken } from './taking.ts'

/** `/app/messages`: what buyers write, those that need the owner first. */
export function mountMessages(app: App, ctx: Context): void {
  place(app, ctx, '/app/messages', 'messages', (c, viewer) => sendList(ctx, c, viewer))
  place(
    app,
    ctx,
    '/app/messages/:id',
    'thread',
    (c, viewer) => sendThread(ctx, c, viewer, {}),
    (c, taken) => answer(ctx, c, taken),
  )
}

const PAGE = 30

async function sendList(ctx: Context, c: Call, viewer: Person): Promise<Response> {
  const all = c.req.query('show') === 'all'
  const offset = Math.max(0, Math.trunc(Number(c.req.query('offset')) || 0))
  const query = { role: 'seller', limit: String(PAGE), offset: String(offset), ...(all ? {} : { waiting: 'true' }) }
  const threads = await call<List<Thread>>(ctx, viewer, 'listThreads', { query })
  const at = (show: string, from = 0) => `/app/messages?show=${show}${from > 0 ? `&offset=${from}` : ''}`
  const show = all ? 'all' : 'needs-you'
  return sendAppPage(ctx, c, viewer, {
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
          <Empty icon="chat" title={all ? 'Nobody has written yet' : 'Nothing needs you'}>
            <p>{all ? 'Questions about your listings come here.' : 'What your helper could not answer is passed on to you here.'}</p>
            {all ? null : <ButtonLink href={at('all')}>See all conversations</ButtonLink>}
          </Empty>
        ) : (
          <ul class="app-threads" role="list">
            {threads.data.map((thread) => (
              <Row thread={thread} now={ctx.now()} />
            ))}
          </ul>
        )}
        <Pager
          next={threads.has_more ? at(show, offset + PAGE) : null}
          previous={offset > 0 ? at(show, Math.max(0, offset - PAGE)) : null}
        />
      </div>
    ),
  })
}

const Row = ({
  thread: { id, buyer, listing, shop, unread, needs_owner, last_message, updated_at },
  now,
}: {
  thread: Thread
  now: Date
}) => (
  <li>
    <a href={`/app/messages/${id}`}>
      <strong>
        {buyer.name} · {listing?.title ?? shop.name}
      </strong>
      <span class="clip">{last_message.text}</span>
    </a>
    <span class="marks">
      {needs_owner ? <Badge means="warn">Needs you</Badge> : null}
      {unread > 0 ? <Badge means="info">{unread} new</Badge> : null}
      <span class="small quiet">
        <Time at={new Date(updated_at)} now={now} />
      </span>
    </span>
  </li>
)

async function answer(ctx: Context, c: Call, { viewer, fields }: Taken): Promise<Response> {
  const id = c.req.param('id')!
  const result = await tried(() => call(ctx, viewer, 'sendMessage', { params: { id }, body: { text: fields.text ?? '' } }))
  if ('done' in result) return doneAt(c, `/app/messages/${encodeURIComponent(id)}`, 'sent')
  return sendThread(ctx, c, viewer, { text: fields.text ?? '', problem: result.problem })
}

async function sendThread(
  ctx: Context,
  c: Call,
  viewer: Person,
  { text = '', problem }: { text?: string; problem?: Problem },
): Promise<Response> {
  const id = c.req.param('id')!
  const thread = await call<ThreadDetail>(ctx, viewer, 'getThread', { params: { id } })
  if (thread.unread > 0) await call(ctx, viewer, 'readThread', { params: { id } })
  return sendAppPage(ctx, c, viewer, {
    current: 'messages',
    title: thread.buyer.name,
    twin: [
      { method: 'GET', path: `/threads/${thread.id}` },
      { method: 'POST', path: `/threads/${thread.id}/messages`, body: { text: 'Yes, it is still here.' } },
    ],
    intro: thread.listing ? <a href={`/app/listings/${thread.listing.id}`}>{thread.listing.title}</a> : thread.shop.name,
    actions: thread.needs_owner ? <Badge means="warn">Passed on to you</Badge> : undefined,
    problem,
    atFields: ['text'],
    children: (
      <div class="stack measure">
        {thread.has_more ? <p class="quiet">Only the last hundred messages are shown.</p> : null}
        <ol class="app-talk" role="list" aria-label="Messages" aria-live="polite" id="lines" data-live={`thread:${thread.id}`} data-log>
          {thread.messages.map((message) => (
            <Said message={message} buyer={thread.buyer.name} now={ctx.now()} />
          ))}
        </ol>
        <Form action={`/app/messages/${thread.id}`} viewer={viewer} class="form wide">
          <TextArea
            name="text"
            label="Your answer"
            rows={3}
            maxlength={2000}
            required
            value={text}
            problem={problemAt(problem, 'text')}
            hint="When you write, you take over: your helper stays quiet here for 15 minutes after your last word."
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
      <Time at={new Date(created_at)} now={now} />
    </p>
    <p class="words">{text}</p>
  </li>
)
