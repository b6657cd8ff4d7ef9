import type { Child } from '#web/framework/jsx/index.ts'
import { SHOPPING_PERCENT, SHOPPING_VERDICTS } from '#helpers/shopping-check/rules.ts'
import { presentCheck } from '#helpers/shopping-check/index.ts'
import type { Check } from '#helpers/shopping-check/index.ts'
import { Facts, HelperMark, Section } from '#web/ui/index.ts'
import { counted, priceText } from '#web/framework/format.ts'
import { Compared, OutLink } from './compared.tsx'

const { holds, keeps } = SHOPPING_PERCENT

export const verdictOf = ({ score }: Check): string => score?.verdict ?? 'Not enough data'

/** The result of a check, with its numbers. `heading` contains the verdict, at the heading level of the page. */
export const Result = ({ check, heading, mark }: { check: Check; heading: Child; mark?: Child }) => (
  <div class="worth">
    <section class="verdict" aria-label="Verdict">
      {mark ?? <HelperMark>Calculated by the shopping check</HelperMark>}
      {heading}
      <p class="lead">{plainly(check)}</p>
      {check.score === null ? null : <Bar score={check.score.score} />}
    </section>
    <section class="stack" aria-label="Numbers">
      <Facts caption="Numbers" rows={numbers(check)} />
    </section>
    {check.comparables.length > 0 ? <Compared rows={check.comparables} /> : null}
  </div>
)

function plainly(check: Check): string {
  const { item, costCents, resaleCents, score } = check
  if (score === null || costCents === null || resaleCents === null) return presentCheck(check).note ?? ''
  if (resaleCents > costCents)
    return `${item.name} would likely sell for about ${priceText(resaleCents)}, more than the ${priceText(costCents)} it costs.`
  return `${item.name} costs ${priceText(costCents)}. You would likely get back about ${priceText(resaleCents)} on resale.`
}

/**
 * A bar that shows the share of the cost that a resale recovers, with the two thresholds for the verdict. The text next to it states the
 * same values.
 */
const Bar = ({ score }: { score: number }) => (
  <figure class="worth-bar">
    <svg width="100%" height="24" aria-hidden="true">
      <rect class="whole" width="100%" height="16" rx="8" />
      <rect class="part" width={`${Math.min(100, percentOf(score))}%`} height="16" rx="8" />
      {[keeps, holds].map((percent) => (
        <rect x={`${percent}%`} width="2" height="22" />
      ))}
    </svg>
    <figcaption>
      You would likely get back <strong class="number">{percentText(score)}</strong> of the cost.{' '}
      <span class="small">{`The lines at ${keeps}% and ${holds}% mark where the verdict changes.`}</span>
    </figcaption>
  </figure>
)

/** Converts a score with four decimals to a percentage. */
const percentOf = (score: number): number => Math.round(score * 10_000) / 100

/** Formats the percentage. Rounds down, so that a score just below a threshold never appears to have reached it. */
const percentText = (score: number): string => `${Math.floor(percentOf(score))}%`

const COST_FROM = { you: 'as you entered', page: 'on the page', catalog: 'for a new item' } as const
const NEW_FROM = { page: 'from the page', catalog: 'from shop catalogs' } as const

const numbers = ({ item, link, costCents, costFrom, newCents, newFrom, resaleCents, comparables }: Check): [string, Child][] => [
  [
    'Item',
    <>
      {[item.name, item.category === 'Other' ? null : item.category].filter(Boolean).join(', ')}
      {link === null ? null : (
        <span class="small">
          {' '}
          read at <OutLink url={link} />
        </span>
      )}
    </>,
  ],
  ['New', amount(newCents, newFrom && NEW_FROM[newFrom], costFrom === 'you' ? 'Not researched: you entered a price' : 'No price found')],
  ['Cost', amount(costCents, costFrom && COST_FROM[costFrom], 'Unknown')],
  ['Second-hand', amount(resaleCents, `estimated from ${counted(comparables.length, 'price')} below`, 'No prices found')],
]

const amount = (cents: number | null, from: string | null, without: string): Child =>
  cents === null ? (
    without
  ) : (
    <>
      <strong class="number">{priceText(cents)}</strong> {from}
    </>
  )

/** The scoring rule and its three verdicts. */
export const Thresholds = () => (
  <Section id="rule" title="How the score works" className="section">
    <p class="measure">
      The score is the likely resale price divided by what you would pay. A fixed rule, not an AI model, determines the verdict.
    </p>
    <Facts
      caption="Verdicts"
      rows={[
        [SHOPPING_VERDICTS[0], `You get back ${holds}% or more of the cost`],
        [SHOPPING_VERDICTS[1], `${keeps}% or more`],
        [SHOPPING_VERDICTS[2], `Less than ${keeps}%`],
      ]}
    />
  </Section>
)
