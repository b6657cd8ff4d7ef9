/**
 * What others reached on a machine of two cores with 10 000 products and 32 clients, requests a second; measured once,
 * in November 2026, and not in this run: on another or a busy machine the ratio says less.
 */
export const PEERS = {
  medusaList: { name: "Medusa 2's best list", rate: 191 },
  vendureProduct: { name: "Vendure 3's product", rate: 375 },
} as const
