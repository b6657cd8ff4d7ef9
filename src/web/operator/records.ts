import type { MeasureKind } from '#domain/operator.ts'
import type { api } from '#api/index.ts'
import type { AnswerOf } from '#platform/http/endpoint.ts'

type Answers = typeof api
type Listed<E> = AnswerOf<E> extends { data: readonly (infer One)[] } ? One : never

/** The records of the operator's API, as the pages show them. */
export type Report = Listed<Answers['listReports']>
export type Measure = Listed<Answers['listMeasures']>
export type Dispute = AnswerOf<Answers['getDispute']>
export type ListedPerson = Listed<Answers['listPeople']>
export type OnePerson = AnswerOf<Answers['getPerson']>
export type MoneyCase = AnswerOf<Answers['getMoneyCase']>
export type Health = AnswerOf<Answers['getHealth']>

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
