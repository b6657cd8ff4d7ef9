import type { Person } from '#platform/context/index.ts'
import { Badge, Button, Countdown, Field, Form, HelperMark, type Mark, type Meaning, NumberLine } from '#web/ui/index.ts'
import { type PageRequest, centsOf, dollarsText, type Explanation, type Offer, problemAt } from '#web/framework/page/index.ts'

export type OfferDetails = { offer: Offer; floorCents: number | null; explanation: Explanation | null; helped: boolean }

/** An offer in the list, on three lines: the item and the amount, the buyer, and the expiry. */
export const OfferLine = ({ offer, helped, href, now, open }: OfferDetails & { href: string; now: Date; open: boolean }) => {
  const { id, amount, buyer, listing, status, expires_at } = offer
  return (
    <li id={id}>
      <a href={href} aria-current={open ? 'page' : undefined}>
        <span class="who">
          <strong>{listing.title}</strong>
          <strong>{dollarsText(amount)}</strong>
        </span>
        <span class="last">
          {buyer.name} · your price {dollarsText(listing.price)}
        </span>
        <span class="until small quiet">
          {isOpen(status) ? <Countdown at={expires_at} now={now} before="expires in " over="time is up" /> : null}
          {status === 'open' && !helped ? null : <Status offer={offer} helped={helped} />}
        </span>
      </a>
    </li>
  )
}

const isOpen = (status: Offer['status']): boolean => status === 'open' || status === 'countered'

type CardProps = OfferDetails & {
  viewer: Person
  now: Date
  /** URL of the list, for the back link on a phone. A phone shows either the list or the offer. */
  back: string
  failed: PageRequest | undefined
}

/** An offer on a number line, the negotiator's reasoning, and the three possible responses. */
export const OfferCard = ({ offer, floorCents, explanation, helped, viewer, now, back, failed }: CardProps) => {
  const { amount, buyer, counter, listing, note, status, expires_at } = offer
  return (
    <section class="talk" aria-label={`Offer from ${buyer.name}`}>
      <a class="back" href={back}>
        All offers
      </a>
      <div class="talk-top">
        <h2>
          <a href={`/app/listings/${listing.id}`}>{listing.title}</a>
        </h2>
        <Status offer={offer} helped={helped} />
      </div>
      <p>
        {buyer.name} offers <strong>{dollarsText(amount)}</strong>
        {isOpen(status) ? (
          <>
            {' ('}
            <Countdown at={expires_at} now={now} before="expires in " over="time is up" />)
          </>
        ) : null}
        . Your price is {dollarsText(listing.price)}
        {isOpen(status) && (counter?.amount ?? amount) > listing.price ? ' now, and the buyer pays no more than your price' : ''}.
      </p>
      {note ? <blockquote>{note}</blockquote> : null}
      <NumberLine marks={marksOf(offer, floorCents)} />
      {explanation && explanation.rule ? <Reasoning explanation={explanation} /> : null}
      {status === 'open' ? <Answers offer={offer} viewer={viewer} failed={failed} /> : null}
    </section>
  )
}

const STATUS_LABELS: Readonly<Record<string, readonly [Meaning | undefined, string]>> = {
  open: ['warn', 'Needs your answer'],
  countered: ['info', 'Waiting for the buyer'],
  accepted: ['ok', 'Accepted'],
  declined: [undefined, 'Declined'],
  withdrawn: [undefined, 'Withdrawn'],
  replaced: [undefined, 'Replaced by a higher offer'],
  expired: [undefined, 'Expired'],
  closed: [undefined, 'Closed'],
  lapsed: ['bad', 'Accepted, not paid'],
}

const Status = ({ offer: { status }, helped }: { offer: Offer; helped: boolean }) => {
  if (helped) return <Badge means="info">Your helper is answering</Badge>
  const [means, label] = STATUS_LABELS[status] ?? [undefined, status]
  return <Badge means={means}>{label}</Badge>
}

const marksOf = ({ amount, counter, listing }: Offer, floor: number | null): Mark[] => [
  { kind: 'mine', label: 'Offer', cents: centsOf(amount) },
  ...(floor === null ? [] : [{ kind: 'floor' as const, label: 'Your minimum', cents: floor }]),
  ...(counter
    ? [
        {
          kind: 'counter' as const,
          label: counter.by === 'agent' ? 'Helper’s counteroffer' : 'Your counteroffer',
          cents: centsOf(counter.amount),
        },
      ]
    : []),
  { kind: 'ask', label: 'Your price', cents: centsOf(listing.price) },
]

/** The negotiator's rule, numbers and calculation, which only the owner may see. */
const Reasoning = ({ explanation: { rule, arithmetic, note, tells_buyer } }: { explanation: Explanation }) => (
  <details class="reasoning">
    <summary>
      <HelperMark>Helper’s notes</HelperMark>
    </summary>
    {note ? <p>{note}</p> : null}
    {rule ? (
      <p class="small quiet">
        Rule {rule.number}: {rule.text}
      </p>
    ) : null}
    {arithmetic.length > 0 ? (
      <ul>
        {arithmetic.map((line) => (
          <li>{typeof line === 'string' ? line : JSON.stringify(line)}</li>
        ))}
      </ul>
    ) : null}
    {tells_buyer ? <p class="small">Message to the buyer: {tells_buyer}</p> : null}
  </details>
)

const Answers = ({ offer: { id, amount, listing }, viewer, failed }: { offer: Offer; viewer: Person; failed: PageRequest | undefined }) => {
  const paid = Math.min(amount, listing.price)
  const problem = problemAt(failed?.problem, 'amount') ?? problemAt(failed?.problem, 'note')
  return (
    <div class="answers">
      <Form
        action="/app/offers"
        viewer={viewer}
        class="actions"
        label={`Answer the offer for ${listing.title}`}
        with={{ id, seen: String(paid) }}
      >
        <Button kind="dark" do="accept" label={`Accept ${dollarsText(paid)}`} />
        <Button do="decline" label="Decline" />
      </Form>
      <Form action="/app/offers" viewer={viewer} class="counter" label={`Counter the offer for ${listing.title}`} with={{ id }}>
        <Field
          id={`amount-${id}`}
          name="amount"
          label="Counteroffer, in dollars"
          inputmode="decimal"
          required
          value={failed?.typed.amount ?? ''}
          problem={problem}
        />
        <Field id={`note-${id}`} name="note" label="Message (optional)" maxlength={300} value={failed?.typed.note ?? ''} />
        <Button do="counter" label="Counter" />
      </Form>
    </div>
  )
}
