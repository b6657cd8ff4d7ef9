import type { Person } from '#platform/context/index.ts'
import { Badge, Button, Countdown, Field, Form, HelperMark, type Mark, type Meaning, NumberLine } from '#web/ui/index.ts'
import { type PageRequest, centsOf, dollarsText, type Explanation, type Offer, problemAt } from '#web/framework/page/index.ts'

export type OfferDetails = { offer: Offer; floorCents: number | null; explanation: Explanation | null; helped: boolean }

type CardProps = OfferDetails & {
  viewer: Person
  now: Date
  failed: PageRequest | undefined
}

/** An offer on its number line, the negotiator's reasoning, and the three answers. */
export const OfferCard = ({ offer, floorCents, explanation, helped, viewer, now, failed }: CardProps) => {
  const { id, amount, buyer, counter, listing, note, status, expires_at } = offer
  const standing = status === 'open' || status === 'countered'
  return (
    <li class="panel" id={id}>
      <div class="section-head">
        <h2>
          <a href={`/app/listings/${listing.id}`}>{listing.title}</a>
        </h2>
        <Status offer={offer} helped={helped} />
      </div>
      <p>
        {buyer.name} offers <strong>{dollarsText(amount)}</strong>
        {standing ? (
          <>
            {', '}
            <Countdown at={expires_at} now={now} before="expires in " over="time is up" />
          </>
        ) : null}
        . Your price is {dollarsText(listing.price)}
        {standing && (counter?.amount ?? amount) > listing.price ? ' now, and the buyer never pays more' : ''}.
      </p>
      {note ? <blockquote>{note}</blockquote> : null}
      <NumberLine marks={marksOf(offer, floorCents)} />
      {explanation && explanation.rule ? <Reasoning explanation={explanation} /> : null}
      {status === 'open' ? <Answers offer={offer} viewer={viewer} failed={failed} /> : null}
    </li>
  )
}

const STATUS_WORDS: Readonly<Record<string, readonly [Meaning | undefined, string]>> = {
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
  const [means, words] = STATUS_WORDS[status] ?? [undefined, status]
  return <Badge means={means}>{words}</Badge>
}

const marksOf = ({ amount, counter, listing }: Offer, floor: number | null): Mark[] => [
  { kind: 'mine', label: 'Offer', cents: centsOf(amount) },
  ...(floor === null ? [] : [{ kind: 'floor' as const, label: 'Your minimum', cents: floor }]),
  ...(counter
    ? [{ kind: 'counter' as const, label: counter.by === 'agent' ? 'Helper’s counter' : 'Your counter', cents: centsOf(counter.amount) }]
    : []),
  { kind: 'ask', label: 'Your price', cents: centsOf(listing.price) },
]

/** The negotiator's rule, numbers and arithmetic. Show them only to the owner. */
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
        <Button kind="dark" name="do" value="accept">
          Accept {dollarsText(paid)}
        </Button>
        <Button name="do" value="decline">
          Decline
        </Button>
      </Form>
      <Form action="/app/offers" viewer={viewer} class="counter" label={`Counter the offer for ${listing.title}`} with={{ id }}>
        <Field
          id={`amount-${id}`}
          name="amount"
          label="Counter, in dollars"
          inputmode="decimal"
          required
          value={failed?.typed.amount ?? ''}
          problem={problem}
        />
        <Field id={`note-${id}`} name="note" label="Message (optional)" maxlength={300} value={failed?.typed.note ?? ''} />
        <Button name="do" value="counter">
          Counter
        </Button>
      </Form>
    </div>
  )
}
