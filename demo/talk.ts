import type { Person, Tx } from '#platform/context/index.ts'
import { OFFER_OPEN_MS } from '#commerce/offers/rules.ts'
import { replyAsAgent } from '#messaging/threads/post.ts'
import { sendMessage } from '#messaging/threads/index.ts'
import { startThread } from '#messaging/threads/start.ts'
import { negotiate } from '#helpers/negotiator/index.ts'
import { withdrawOffer } from '#commerce/offers/decline.ts'
import { expireOffers } from '#commerce/offers/close.ts'
import { counterOffer } from '#commerce/offers/counter.ts'
import { makeOffer } from '#commerce/offers/make.ts'
import type { CastOffer, CastTalk } from './cast/index.ts'
import { ago, type Troupe } from './troupe.ts'

const OPEN_HOURS = OFFER_OPEN_MS / 3_600_000

/** Makes an offer and moves it to the state in the demo data with the same calls that users make. */
export async function bid(tx: Tx, { people }: Troupe, owner: Person, listing: string, cast: CastOffer): Promise<void> {
  const { hours, note, counter } = cast
  const buyer = people[cast.by]
  const { id } = await makeOffer(ago(tx, hours), buyer, { listing, amount: cast.dollars * 100, note: note ?? null })
  const later = ago(tx, hours * 0.9)
  if (counter) await counterOffer(later, owner, id, { amountCents: counter.dollars * 100, note: counter.note, message: null })
  else await negotiate(ago(tx, hours), id)
  if (cast.becomes === 'withdrawn') await withdrawOffer(later, buyer, id)
  if (cast.becomes === 'expired') await expireOffers(ago(tx, hours - OPEN_HOURS - 0.1))
}

/** Sends the messages of a demo conversation in order. */
export async function talk(tx: Tx, { people }: Troupe, owner: Person, listing: string, { with: who, lines }: CastTalk): Promise<void> {
  let thread = ''
  let question = ''
  for (const { from, minutes, text } of lines) {
    const then = ago(tx, minutes / 60)
    if (from === 'buyer') {
      const written = await startThread(then, people[who], { listing, text })
      thread = written.thread.id
      question = written.message.id
    } else if (from === 'owner') await sendMessage(then, owner, thread, { text })
    else await replyAsAgent(then, { threadId: thread, inReplyTo: question, text, needsOwner: from === 'agent, passed on' })
  }
}
