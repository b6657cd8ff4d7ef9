import { readStored, writeStored } from './storage.ts'

/** Unsaved changes by field, with original and current values. */
export type Unsaved = Record<string, { was: string; value: string }>

const keyFor = (address: string): string => `unsaved ${new URL(address).pathname}`

/** Stores unsaved changes in this browser, so that they survive a reload or a crash. */
export function storeUnsaved(address: string, all: Unsaved): void {
  writeStored('localStorage', keyFor(address), Object.keys(all).length === 0 ? null : JSON.stringify(all))
}

export function readUnsaved(address: string): Unsaved {
  try {
    return JSON.parse(readStored('localStorage', keyFor(address)) ?? '{}') as Unsaved
  } catch {
    return {}
  }
}
