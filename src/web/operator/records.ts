import type { presentAct } from '#people/operator/audit/present.ts'
import type { presentDispute, presentListedDispute } from '#deal/disputes/present.ts'
import type { presentHealth } from '#people/operator/health/present.ts'
import type { presentAppeal, presentOwnedMeasure } from '#people/operator/measures/present.ts'
import type { presentMoneyCase } from '#deal/money-desk/present.ts'
import type { presentListedPerson, presentOperatorReview, presentPerson } from '#people/operator/people/present.ts'
import type { presentOperatorReport } from '#people/operator/reports/present.ts'
import type { MeasureKind } from '#domain/operator.ts'

/** The records of the operator's API, as the pages show them. */
export type Report = ReturnType<typeof presentOperatorReport>
export type Measure = ReturnType<typeof presentOwnedMeasure>
export type Appeal = ReturnType<typeof presentAppeal> & { against: Measure }
export type ListedDispute = ReturnType<typeof presentListedDispute>
export type Dispute = ReturnType<typeof presentDispute>
export type ListedPerson = ReturnType<typeof presentListedPerson>
export type OnePerson = ReturnType<typeof presentPerson>
export type Review = ReturnType<typeof presentOperatorReview>
export type Act = ReturnType<typeof presentAct>
export type MoneyCase = ReturnType<typeof presentMoneyCase>
export type Health = ReturnType<typeof presentHealth>

/** What stands against a thing, in a word. */
export const DOWN: Readonly<Record<MeasureKind, string>> = {
  listing: 'Listing hidden',
  shop: 'Shop suspended',
  account: 'Account suspended',
  review: 'Review hidden',
}

export const REPORT_REASONS: Readonly<Record<Report['reason'], string>> = {
  counterfeit: 'A fake',
  prohibited: 'Not allowed here',
  misleading: 'Not what it says',
  offensive: 'Offensive',
  other: 'Something else',
}
