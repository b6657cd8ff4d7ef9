import { readStored, writeStored } from './storage.ts'

/** What was typed and is not on the server yet: where it began, and what it is now. */
export type Unsaved = Record<string, { was: string; value: string }>

const keyFor = (address: string): string => `unsaved ${new URL(address).pathname}`

/** Kept in this browser until it is saved, so that no reload and no dead battery loses it. */
export function keepUnsaved(address: string, all: Unsaved): void {
  writeStored('localStorage', keyFor(address), Object.keys(all).length === 0 ? null : JSON.stringify(all))
}

export function keptFrom(address: string): Unsaved {
  try {
    return JSON.parse(readStored('localStorage', keyFor(address)) ?? '{}') as Unsaved
  } catch {
    return {}
  }
}
