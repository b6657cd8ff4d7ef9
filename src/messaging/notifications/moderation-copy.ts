import type { Core } from '#platform/context/index.ts'
import type { MeasureKind } from '#admin/moderation/rules.ts'
import { priceText } from '#core/format/money.ts'
import type { AppealNotice, DecisionNotice, MeasureNotice, ReportNotice } from './records/schema.ts'
import type { MailCopy } from './index.ts'
import { named, quoted } from './copy.ts'

const TAKEN: Readonly<Record<MeasureKind, { subject(name: string): string; text(name: string): string }>> = {
  listing: {
    subject: (name) => `Hidden: ${name}`,
    text: (name) => `We have hidden ${name}: only you can see it now. Offers on it are closed. Orders continue.`,
  },
  shop: {
    subject: (name) => `Your shop ${name} is suspended`,
    text: (name) => `We have suspended your shop ${name}: only you can see it now. Offers on its listings are closed. Orders continue.`,
  },
  account: {
    subject: () => 'Your account is suspended',
    text: () =>
      'We have suspended your account. Your shops are hidden, and you cannot change anything. You can still sign in, complete open orders, get paid for them and export your data.',
  },
  warning: {
    subject: () => 'A warning from us',
    text: (name) => `Someone reported you (${name}), and we agree with the report. Nothing is hidden or suspended.`,
  },
  change: {
    subject: (name) => `Please change ${name}`,
    text: (name) => `We’d like you to change ${name}. Nothing is hidden. After you have changed it, we will review it again.`,
  },
  review: { subject: (name) => `Hidden: ${name}`, text: (name) => `We have hidden something you wrote: ${name}.` },
}

/** Returns the email about a moderation action. It states that a human made the decision, gives the reason, and explains how to appeal. */
export function measureTaken({ urls }: Core, { kind, subject, reason }: MeasureNotice): MailCopy {
  const name = named(subject.name)
  return {
    subject: TAKEN[kind].subject(name),
    lines: [
      TAKEN[kind].text(name),
      'Reason:',
      ...quoted(reason),
      'If you think this is wrong, you can appeal. A person will read your appeal and answer it:',
    ],
    link: urls.measures(),
  }
}

const LIFTED: Readonly<Partial<Record<MeasureKind, { subject: string; says: string }>>> = {
  account: {
    subject: 'Your account is no longer suspended',
    says: 'We have lifted the suspension of your account. Your shops are visible again.',
  },
  warning: { subject: 'We have withdrawn a warning', says: 'We have withdrawn the warning that we sent you.' },
  change: { subject: 'You no longer need to change a listing', says: 'We asked you to change a listing. You no longer need to change it.' },
}

export function measureLifted({ urls }: Core, { kind, subject, lifted_reason }: MeasureNotice): MailCopy {
  const name = named(subject.name)
  return {
    subject: LIFTED[kind]?.subject ?? `Visible again: ${name}`,
    lines: [LIFTED[kind]?.says ?? `${name} is visible again, with the settings that you chose.`, ...quoted(lifted_reason)],
    link: urls.measures(),
  }
}

export function appealAnswered({ urls }: Core, { about, answer }: AppealNotice): MailCopy {
  return {
    subject: `Answer to your appeal about ${named(about)}`,
    lines: ['We have read your appeal. Our decision stands. Reason:', ...quoted(answer)],
    link: urls.measures(),
  }
}

export function decided({ urls }: Core, { id, about, decision, back, reason, side: party }: DecisionNotice): MailCopy {
  const title = named(about)
  return {
    subject: `Decision about the problem with ${title}`,
    lines: [MONEY[decision](title, priceText(back)), 'Reason:', ...quoted(reason)],
    link: urls.order(party, id),
  }
}

const MONEY: Readonly<Record<DecisionNotice['decision'], (title: string, back: string) => string>> = {
  refund: (title, back) => `We have reviewed the problem with ${title}. ${back} goes back to the buyer.`,
  part: (title, back) => `We have reviewed the problem with ${title}. ${back} goes back to the buyer, and the seller gets the rest.`,
  complete: (title) => `We have reviewed the problem with ${title}. The order is complete, and the seller gets the money.`,
}

export function reportClosed({ config }: Core, { about, outcome }: ReportNotice): MailCopy {
  return {
    subject: `We reviewed your report: ${named(about)}`,
    lines: [
      outcome === 'upheld'
        ? `You reported ${named(about)}. Your report was justified, and we have taken action.`
        : `You reported ${named(about)}. We have reviewed it and will take no action.`,
      'Thank you for helping to keep the marketplace safe.',
    ],
    link: `${config.publicUrl}/safety`,
  }
}
