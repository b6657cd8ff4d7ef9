import type { Card } from '#catalog/browse/index.ts'
import { Badge, Button, ButtonLink, Form, HelperMark, TextArea, Time } from '#web/ui/index.ts'
import { MessagePhotos, MessagePhotosField, ReadMark } from '#web/ui/message-photos.tsx'
import { PersonLinks } from '#web/ui/person-links.tsx'
import { ROUTES } from '#web/framework/routes.ts'
import {
  agreedOf,
  type PageRequest,
  dollarsText,
  fieldAt,
  problemAt,
  type Message,
  type Offer,
  type ThreadDetail,
  WrongAbove,
} from '#web/framework/page/index.ts'
import { counterPath } from './offer-form.tsx'
import { hrefOf, Price, ItemSummary, thumbOf } from './item-row.tsx'

/**
 * `readMessage`: id of the buyer's last message that the seller has read. `counter`: the seller's counteroffer, if the buyer can still
 * accept it. `isBlocked`: true if the buyer has blocked the seller.
 */
type TalkProps = {
  at: PageRequest
  thread: ThreadDetail
  readMessage: string | null
  card: Card | undefined
  counter: Offer | null
  isBlocked: boolean
}

/** One conversation: item, messages and reply form. Screen readers announce new messages. */
export const Talk = ({ at, thread, readMessage, card, counter, isBlocked }: TalkProps) => {
  const { ctx, c, viewer, problem } = at
  const live = card?.status === 'live'
  return (
    <section class="talk" aria-label={`Conversation with ${thread.shop.name}`}>
      {viewer.guest ? null : (
        <a class="back" href="/you/messages">
          All conversations
        </a>
      )}
      <div class="talk-top">
        <ItemSummary
          title={thread.listing?.title ?? thread.shop.name}
          href={thread.listing === null ? ctx.urls.shop(thread.shop.slug, viewer.tenant) : hrefOf(card)}
          picture={thumbOf(ctx, card?.cover)}
          shop={thread.shop.name}
        >
          {live ? (
            <Price of={card} small />
          ) : card?.status === 'sold' ? (
            <span>
              <Badge>Sold</Badge>
            </span>
          ) : null}
        </ItemSummary>
        {live && counter ? (
          <ButtonLink
            small
            kind="dark"
            href={counterPath(counter)}
            label={`Answer the counteroffer of ${dollarsText(agreedOf(counter))}`}
          />
        ) : live ? (
          <ButtonLink small href={ROUTES.buy(card.id)} label="Buy" />
        ) : null}
      </div>
      {thread.has_more ? <p class="small quiet">Only the last 200 messages are shown.</p> : null}
      <div role="log" aria-live="polite" aria-label="Messages">
        <ol class="lines" role="list" id="lines" data-live={`thread:${thread.id}`} data-log>
          {thread.messages.map((message) => (
            <Line now={ctx.now()} shop={thread.shop.name} message={message} isRead={message.id === readMessage} />
          ))}
        </ol>
      </div>
      <span id="last" />
      <WrongAbove problem={problem} fields={['text']} />
      <Form class="form wide" action={`/you/messages/${thread.id}`} viewer={viewer} multipart>
        <TextArea {...fieldAt(at, 'text', c.req.query('text'))} label="Your message" rows={3} maxlength={2000} />
        <MessagePhotosField problem={problemAt(problem, 'files')} />
        <div>
          <Button kind="dark" label="Send" />
        </div>
      </Form>
      {viewer.guest ? null : <PersonLinks of={{ thread: thread.id }} name={thread.shop.name} isBlocked={isBlocked} />}
    </section>
  )
}

const Line = ({ now, shop, message, isRead }: { now: Date; shop: string; message: Message; isRead: boolean }) => (
  <li class={`line ${message.from}`} id={message.id}>
    <span>
      {message.from === 'agent' ? <HelperMark /> : <strong>{senderOf(message, shop)}</strong>}{' '}
      <span class="small quiet">
        <Time at={message.created_at} now={now} />
      </span>
    </span>
    {message.text === '' ? null : <p>{message.text}</p>}
    <MessagePhotos photos={message.photos} from={message.from === 'buyer' ? message.buyer.name : shop} />
    {isRead ? <ReadMark /> : null}
    {message.needs_owner ? (
      <span>
        <Badge means="info">Forwarded to {shop}’s owner</Badge>
      </span>
    ) : null}
  </li>
)

const senderOf = ({ from }: Message, shop: string): string => (from === 'buyer' ? 'You' : from === 'owner' ? shop : 'The service')
