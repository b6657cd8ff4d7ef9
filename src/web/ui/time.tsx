import { agoText, leftText, namedTimeText, type TimeForm } from '#core/format/time.ts'

type TimeProps = { at: Date | string; now: Date; /** Replaces `3 hours ago`. */ words?: string }

/** Relative time with the exact moment as tooltip (ux rule 11). An island converts it to local time. */
export const Time = ({ at, now, words }: TimeProps) => {
  const date = new Date(at)
  return (
    <time datetime={date.toISOString()} title={namedTimeText('moment', date)}>
      {words ?? agoText(date, now)}
    </time>
  )
}

/** An exact time or date in UTC, which it names. With scripts, in the reader's time zone (completions 12). */
export const Moment = ({ at, form = 'moment' }: { at: Date | string; form?: TimeForm }) => {
  const date = new Date(at)
  return (
    <time datetime={date.toISOString()} data-form={form} {...(form === 'day' ? { title: namedTimeText('moment', date) } : {})}>
      {namedTimeText(form, date)}
    </time>
  )
}

/** Says when a UTC day begins on the reader's clock. */
export const DayBegins = ({ now }: { now: Date }) => (
  <p class="small quiet">
    Each day starts at <Moment at={new Date(now.toISOString().slice(0, 10))} form="hour" />.
  </p>
)

/** Time left. An island counts down. Without scripts it is right at every load. */
export const Countdown = ({ at, now, before = '', over = 'over' }: TimeProps & { before?: string; over?: string }) => {
  const date = new Date(at)
  return (
    <time datetime={date.toISOString()} title={namedTimeText('moment', date)} data-countdown={over} data-before={before}>
      {date > now ? `${before}${leftText(date, now)}` : over}
    </time>
  )
}
