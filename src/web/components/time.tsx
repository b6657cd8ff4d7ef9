import { agoText } from '#domain/human-time.ts'
import { dateTimeText, leftText } from '#web/words.ts'

type TimeProps = { at: Date; now: Date; /** Instead of `3 hours ago`. */ words?: string }

/** A moment in words, the exact one behind them (ux rule 11); an island makes it the reader's own hour. */
export const Time = ({ at, now, words }: TimeProps) => (
  <time datetime={at.toISOString()} title={dateTimeText(at)}>
    {words ?? agoText(at, now)}
  </time>
)

/** How long is left; counted down by an island, right at every load without. */
export const Countdown = ({ at, now, before = '', over = 'over' }: TimeProps & { before?: string; over?: string }) => (
  <time datetime={at.toISOString()} title={dateTimeText(at)} data-countdown={over} data-before={before}>
    {at > now ? `${before}${leftText(at, now)}` : over}
  </time>
)
