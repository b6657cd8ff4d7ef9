import { agoText, leftText, namedTimeText, type TimeForm } from '#core/format/time.ts'

type TimeProps = { at: Date | string; now: Date; /** Instead of `3 hours ago`. */ words?: string }

/** How long ago, the exact moment behind it (ux rule 11); an island makes that the reader's own hour. */
export const Time = ({ at, now, words }: TimeProps) => {
  const date = new Date(at)
  return (
    <time datetime={date.toISOString()} title={namedTimeText('moment', date)}>
      {words ?? agoText(date, now)}
    </time>
  )
}

/** A moment or its day, exactly: by UTC, which is named, and where scripts run in the reader's own zone (completions 12). */
export const Moment = ({ at, form = 'moment' }: { at: Date | string; form?: TimeForm }) => {
  const date = new Date(at)
  return (
    <time datetime={date.toISOString()} data-form={form} {...(form === 'day' ? { title: namedTimeText('moment', date) } : {})}>
      {namedTimeText(form, date)}
    </time>
  )
}

/** Where days are counted by UTC: what that is on the reader's own clock. */
export const DayBegins = ({ now }: { now: Date }) => (
  <p class="small quiet">
    Days are counted from <Moment at={new Date(now.toISOString().slice(0, 10))} form="hour" /> on.
  </p>
)

/** How long is left; counted down by an island, right at every load without. */
export const Countdown = ({ at, now, before = '', over = 'over' }: TimeProps & { before?: string; over?: string }) => {
  const date = new Date(at)
  return (
    <time datetime={date.toISOString()} title={namedTimeText('moment', date)} data-countdown={over} data-before={before}>
      {date > now ? `${before}${leftText(date, now)}` : over}
    </time>
  )
}
