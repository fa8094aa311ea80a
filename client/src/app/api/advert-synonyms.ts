import type { Advert } from '@aitai/contract/schemas/adverts.ts'

type Known = Pick<Advert, 'advertisementStatus'> & Partial<Pick<Advert, 'causeOfDeath'>>

/** The other names of statuses that the specification lists (docs/specification.md §4). */
const synonyms: Readonly<Record<string, Known>> = {
  COMPLETE: { advertisementStatus: 'COMPLETED' },
  CANCELLED: { advertisementStatus: 'DEAD', causeOfDeath: 'CANCELLED_BY_USER' },
  EXPIRED: { advertisementStatus: 'DEAD', causeOfDeath: 'EXPIRED' },
}

/** An advert with COMPLETE, CANCELLED and EXPIRED as the statuses that all screens know. */
export function withKnownStatus(advert: Advert): Advert {
  const known = synonyms[advert.advertisementStatus]
  if (!known) return advert
  return { ...advert, ...known, causeOfDeath: advert.causeOfDeath ?? known.causeOfDeath ?? null }
}
