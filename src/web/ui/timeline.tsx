import type { Child } from '#web/framework/jsx/index.ts'
import { priceText } from '#web/framework/format.ts'

export type Step = { label: string; state: 'done' | 'now' | 'next'; note?: Child }

/** The steps of an order. */
export const Timeline = ({ label, steps }: { label: string; steps: readonly Step[] }) => (
  <ol class="timeline" aria-label={label}>
    {steps.map(({ label, state, note }) => (
      <li class={state} aria-current={state === 'now' ? 'step' : undefined}>
        <span class="step">
          {label}
          {state === 'done' ? <span class="hidden-text"> (done)</span> : null}
        </span>
        {note ? <div class="small quiet">{note}</div> : null}
      </li>
    ))}
  </ol>
)

export type Mark = { kind: 'mine' | 'counter' | 'ask' | 'floor'; label: string; cents: number }

const WIDTH = 480
const EDGE = 12

/** Amounts on a number line, with the same amounts as a list below. Only the owner may see the minimum price. */
export const NumberLine = ({ marks }: { marks: readonly Mark[] }) => {
  const [least, most] = [Math.min(...marks.map(({ cents }) => cents)), Math.max(...marks.map(({ cents }) => cents))]
  const from = Math.max(0, least - (most - least) * 0.15)
  const at = (cents: number) => EDGE + ((cents - from) / Math.max(1, most - from)) * (WIDTH - 2 * EDGE)
  return (
    <div class="number-line">
      <svg viewBox={`0 0 ${WIDTH} 28`} aria-hidden="true">
        <line class="axis" x1={EDGE} x2={WIDTH - EDGE} y1="14" y2="14" />
        {marks.map(({ kind, cents }) => (
          <circle class={`mark ${kind}`} cx={at(cents).toFixed(1)} cy="14" r="9" />
        ))}
      </svg>
      <ul role="list">
        {marks.map(({ kind, label, cents }) => (
          <li>
            <svg class={`swatch ${kind}`} viewBox="0 0 12 12" aria-hidden="true">
              <circle cx="6" cy="6" r="4.5" />
            </svg>
            {label} <strong class="number">{priceText(cents)}</strong>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A share as a bar, with its value as text. `share` is from 0 to 1. */
export const Meter = ({ label, share, value }: { label: Child; share: number; value: string }) => (
  <div class="meter">
    <span>{label}</span>
    <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="100" height="10" rx="2" />
      <rect class="filled" width={Math.round(share * 100)} height="10" rx="2" />
    </svg>
    <span class="number quiet">{value}</span>
  </div>
)
