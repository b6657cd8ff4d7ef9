import type { Context } from '#platform/context/index.ts'
import type { MeasureKind } from '#admin/moderation/rules.ts'
import { priceText } from '#core/format/money.ts'
import type { AppealNotice, DecisionNotice, MeasureNotice, ReportNotice } from './records/schema.ts'
import type { MailCopy } from './index.ts'
import { named, quoted } from './copy.ts'

const TAKEN: Readonly<Record<MeasureKind, { subject(name: string): string; says(name: string): string }>> = {
  listing: {
    subject: (name) => `Hidden: ${name}`,
    says: (name) => `We have hidden ${name}: nobody but you sees it now. Offers on it are closed; orders go on.`,
  },
  shop: {
    subject: (name) => `Your shop ${name} is suspended`,
    says: (name) => `We have suspended your shop ${name}: nobody but you sees it now. Offers in it are closed; orders go on.`,
  },
  account: {
    subject: () => 'Your account is suspended',
    says: () =>
      'We have suspended your account: your shops are out of sight, and nothing can be changed. You can still sign in, finish open orders, get paid for them and take your data out.',
  },
  review: { subject: (name) => `Hidden: ${name}`, says: (name) => `We have hidden something you wrote: ${name}.` },
}

/** States that a person took the action, the reason, and how to appeal. */
export function measureTaken({ urls }: Context, { kind, subject, reason }: MeasureNotice): MailCopy {
  const name = named(subject.name)
  return {
    subject: TAKEN[kind].subject(name),
    lines: [
      TAKEN[kind].says(name),
      'The reason:',
      ...quoted(reason),
      'If you think that is wrong, tell us. A person reads it and answers:',
    ],
    link: urls.measures(),
  }
}

export function measureLifted({ urls }: Context, { kind, subject, lifted_reason }: MeasureNotice): MailCopy {
  const name = named(subject.name)
  return {
    subject: kind === 'account' ? 'Your account is open again' : `Shown again: ${name}`,
    lines: [
      kind === 'account' ? 'Your account is no longer suspended, and your shops show again.' : `${name} shows again as you have set it.`,
      ...quoted(lifted_reason),
    ],
    link: urls.measures(),
  }
}

export function appealAnswered({ urls }: Context, { about, answer }: AppealNotice): MailCopy {
  return {
    subject: `Your appeal about ${named(about)} was read`,
    lines: ['We have read your appeal, and the measure stays. Why:', ...quoted(answer)],
    link: urls.measures(),
  }
}

export function decided({ urls }: Context, { id, about, decision, back, reason, side }: DecisionNotice): MailCopy {
  const title = named(about)
  return {
    subject: `Decided: the problem with ${title}`,
    lines: [MONEY[decision](title, priceText(back)), 'Why:', ...quoted(reason)],
    link: urls.order(side, id),
  }
}

const MONEY: Readonly<Record<DecisionNotice['decision'], (title: string, back: string) => string>> = {
  refund: (title, back) => `We have looked at the problem with ${title}. ${back} goes back to the buyer.`,
  part: (title, back) => `We have looked at the problem with ${title}. ${back} goes back to the buyer, and the rest is the seller's.`,
  complete: (title) => `We have looked at the problem with ${title}. The order is finished, and the money is the seller's.`,
}

export function reportClosed({ config }: Context, { about, outcome }: ReportNotice): MailCopy {
  return {
    subject: `We looked at what you reported: ${named(about)}`,
    lines: [
      outcome === 'upheld'
        ? `You told us about ${named(about)}. You were right to: we have done something about it.`
        : `You told us about ${named(about)}. We have looked, and it may stay as it is.`,
      'Thank you for looking out for others.',
    ],
    link: `${config.publicUrl}/safety`,
  }
}
