import type { presentOrder } from '#deal/orders/present.ts'
import type { OrderRow } from '#deal/orders/index.ts'

export type ShownOrder = ReturnType<typeof presentOrder>
export type StoredAddress = NonNullable<OrderRow['address']>
