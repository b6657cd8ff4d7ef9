export const sharePath = (listing: string): string => `/app/listings/${encodeURIComponent(listing)}/share`
