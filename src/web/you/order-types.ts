import type { presentOrder } from '#features/orders/present.ts'
import type { OrderRow } from '#features/orders/service.ts'

export type ShownOrder = ReturnType<typeof presentOrder>
export type StoredAddress = NonNullable<OrderRow['address']>
