import { agoText, leftText, namedTimeText, timerForm, type TimeForm } from '#core/format/time.ts'

type TimeProps = { at: Date | string; now: Date; /** Text shown instead of the relative time, such as `3 hours ago`. */ text?: string }

/** A relative time, with the exact time as a tooltip (spec: ux rule 11). A script converts the tooltip to local time. */
export const Time = ({ at, now, text }: TimeProps) => {
  const date = new Date(at)
  return (
    <time datetime={date.toISOString()} title={namedTimeText('moment', date)}>
      {text ?? agoText(date, now)}
    </time>
  )
}

/** An exact time or date in UTC, with the name of the time zone. A script converts it to the user's time zone (spec: completions 12). */
export const Timestamp = ({ at, form = 'moment' }: { at: Date | string; form?: TimeForm }) => {
  const date = new Date(at)
  return (
    <time datetime={date.toISOString()} data-form={form} {...(form === 'day' ? { title: namedTimeText('moment', date) } : {})}>
      {namedTimeText(form, date)}
    </time>
  )
}

/** Shows, in the user's local time, when a UTC day begins. */
export const DayBegins = ({ now }: { now: Date }) => (
  <p class="small quiet">
    Each day starts at <Timestamp at={new Date(now.toISOString().slice(0, 10))} form="hour" />.
  </p>
)

/** The remaining time. A script counts down. Without scripts, shows the time that remained when the page was rendered. */
export const Countdown = ({ at, now, before = '', over = 'over' }: TimeProps & { before?: string; over?: string }) => {
  const date = new Date(at)
  return (
    <time datetime={date.toISOString()} title={namedTimeText('moment', date)} data-countdown={over} data-before={before}>
      {date > now ? `${before}${leftText(date, now)}` : over}
    </time>
  )
}

/**
 * The remaining time to the second. A script counts down. Without scripts, shows the end time. Screen readers do not announce each second.
 * Instead, the script announces the last minutes of a reservation (`src/web/buyer/reservation.tsx`).
 */
export const Timer = ({ at, now, over = 'over' }: Omit<TimeProps, 'words'> & { over?: string }) => {
  const date = new Date(at)
  return (
    <time
      class="number"
      role="timer"
      datetime={date.toISOString()}
      title={namedTimeText('moment', date)}
      data-timer={over}
      data-now={now.toISOString()}
    >
      {date > now ? `until ${namedTimeText(timerForm(date, now), date)}` : over}
    </time>
  )
}
