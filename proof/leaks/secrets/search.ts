import type { EncodedSecret } from './encodings.ts'
import { allowedLocations, type PlantedSecret } from './planted-secrets.ts'

/** A location to search. */
export interface SearchedLocation {
  /** As in `allowedLocations`: `log`, `metrics`, `person.email`, `aitai user list`, `file audit.csv`. */
  readonly name: string
  /** The content; bytes as Latin-1. */
  readonly text: string
  /** For the raw bytes of a database: the secrets that may be in them. */
  readonly holds?: ReadonlySet<PlantedSecret>
}

export interface SecretMatch {
  readonly secret: PlantedSecret
  readonly location: string
  readonly form: string
  readonly times: number
  readonly isAllowed: boolean
}

/** All matches, in allowed and in forbidden locations. */
export function findSecrets(
  locations: readonly SearchedLocation[],
  needles: readonly EncodedSecret[],
): SecretMatch[] {
  return locations.flatMap(({ name, text, holds }) => {
    const lower = text.toLowerCase()
    return needles.flatMap((needle): SecretMatch[] => {
      const times = timesIn(needle.isExact ? text : lower, needle)
      if (times === 0) return []
      const { secret, form } = needle
      return [
        { secret, location: name, form, times, isAllowed: holds?.has(secret) ?? isAllowedIn(secret, name) },
      ]
    })
  })
}

/** Whether secrets of this kind may be in a location. */
export const isAllowedIn = ({ kind }: PlantedSecret, location: string): boolean =>
  allowedLocations[kind].some((where) =>
    where.endsWith('*') ? location.startsWith(where.slice(0, -1)) : location === where,
  )

function timesIn(text: string, { text: searched, isWord }: EncodedSecret): number {
  let times = 0
  for (let at = text.indexOf(searched); at >= 0; at = text.indexOf(searched, at + 1))
    if (!isWord || !(isPartOfWord(text[at - 1]) || isPartOfWord(text[at + searched.length]))) times += 1
  return times
}

/** Within a longer word it is something else: the digits of a time, a hash or an id. */
const isPartOfWord = (sign: string | undefined): boolean => sign !== undefined && /\w/.test(sign)
