import type { EncodedSecret } from './encodings.ts'
import { allowedLocations, type PlantedSecret } from './planted-secrets.ts'

/** Somewhere a canary may be. */
export interface SearchedLocation {
  /** As `belongs` names it: `log`, `metrics`, `person.email`, `aitai user list`, `file audit.csv`. */
  readonly name: string
  /** What is there; bytes as Latin-1. */
  readonly text: string
  /** Where it is a database as bytes: what its tables hold may be in it, and no more. */
  readonly holds?: ReadonlySet<PlantedSecret>
}

export interface SecretMatch {
  readonly canary: PlantedSecret
  readonly place: string
  readonly form: string
  readonly times: number
  readonly isAllowed: boolean
}

/** Everything that was found, wherever it may be or not. */
export function findSecrets(
  places: readonly SearchedLocation[],
  needles: readonly EncodedSecret[],
): SecretMatch[] {
  return places.flatMap(({ name, text, holds }) => {
    const lower = text.toLowerCase()
    return needles.flatMap((needle): SecretMatch[] => {
      const times = timesIn(needle.isExact ? text : lower, needle)
      if (times === 0) return []
      const { canary, form } = needle
      return [
        { canary, place: name, form, times, isAllowed: holds?.has(canary) ?? isAllowedIn(canary, name) },
      ]
    })
  })
}

/** Whether this kind belongs there. */
export const isAllowedIn = ({ kind }: PlantedSecret, place: string): boolean =>
  allowedLocations[kind].some((where) =>
    where.endsWith('*') ? place.startsWith(where.slice(0, -1)) : place === where,
  )

function timesIn(text: string, { text: sought, isWord }: EncodedSecret): number {
  let times = 0
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1))
    if (!isWord || !(isPartOfWord(text[at - 1]) || isPartOfWord(text[at + sought.length]))) times += 1
  return times
}

/** Within a longer word it is something else: the digits of a moment, of a hash, of an id. */
const isPartOfWord = (sign: string | undefined): boolean => sign !== undefined && /\w/.test(sign)
