type Kind = 'localStorage' | 'sessionStorage'

// Storage may be disabled. In that case, even reading the storage property throws an error.

/** Returns the stored value, or null if it is missing or storage is disabled. */
export function readStored(kind: Kind, key: string): string | null {
  try {
    return window[kind].getItem(key)
  } catch {
    return null
  }
}

/** Stores a value. Null removes the stored value. */
export function writeStored(kind: Kind, key: string, value: string | null): void {
  try {
    if (value === null) window[kind].removeItem(key)
    else window[kind].setItem(key, value)
  } catch {
    // if storage is disabled, the value is lost when the page closes
  }
}
