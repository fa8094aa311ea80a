import { isAllowedNowhere, type PlantedSecret, secretKinds } from './planted-secrets.ts'
import type { SearchedLocation, SecretMatch } from './search.ts'

/** The columns of the table: what is alike among the places. */
const groups: readonly (readonly [name: string, has: (place: string) => boolean])[] = [
  ['log', (place) => place === 'log'],
  ['metrics', (place) => place === 'metrics'],
  ['aitai', (place) => place.startsWith('aitai ')],
  ['tables', (place) => /^[a-z_]+\.\w+$/.test(place)],
  ['files', (place) => place.startsWith('file ')],
  ['databases as bytes', (place) => place.startsWith('bytes ')],
  ['temporary files', (place) => place.startsWith('temporary ')],
]

export interface ScanReport {
  readonly lines: readonly string[]
  /** What is wrong, one line each; nothing if all is well. */
  readonly faults: readonly string[]
}

/** The table of a search, and what is wrong: what is where it must not be, and a search that was blind. */
export function scanReport(
  canaries: readonly PlantedSecret[],
  places: readonly SearchedLocation[],
  hits: readonly SecretMatch[],
): ScanReport {
  const rows = secretKinds.map((kind) => {
    const own = hits.filter(({ canary }) => canary.kind === kind)
    const count = canaries.filter((canary) => canary.kind === kind).length
    return [kind, String(count), ...groups.map(([, has]) => cell(own.filter(({ place }) => has(place))))]
  })
  const sizes = [
    'kilobytes',
    '',
    ...groups.map(([, has]) => kilobytes(places.filter(({ name }) => has(name)))),
  ]
  const head = ['kind', 'canaries', ...groups.map(([name]) => name)]
  const outside = hits.filter(({ isAllowed }) => !isAllowed)
  return {
    lines: table([head, ...rows, sizes]),
    faults: [...outside.map(faultOf), ...blindnesses(canaries, hits), ...unplaced(places)],
  }
}

const times = (hits: readonly SecretMatch[]): number => hits.reduce((sum, hit) => sum + hit.times, 0)

/** How often it is where it may be, and after a `!` how often where it may not. */
function cell(hits: readonly SecretMatch[]): string {
  const [right, wrong] = [true, false].map((allowed) =>
    times(hits.filter((hit) => hit.isAllowed === allowed)),
  )
  return wrong ? `${right} !${wrong}` : right ? String(right) : '-'
}

const kilobytes = (places: readonly SearchedLocation[]): string =>
  String(Math.round(places.reduce((sum, { text }) => sum + text.length, 0) / 1_024))

const faultOf = ({ canary, place, form, times }: SecretMatch): string =>
  `${canary.kind} (${canary.what}) is in ${place}, ${form}, ${times} time${times === 1 ? '' : 's'}`

/** A kind that is nowhere to be found, though it belongs somewhere: then nothing was searched for it. */
const blindnesses = (canaries: readonly PlantedSecret[], hits: readonly SecretMatch[]): string[] =>
  secretKinds.flatMap((kind) => {
    if (!canaries.some((canary) => canary.kind === kind)) return []
    const isSeen = hits.some(({ canary, isAllowed }) => canary.kind === kind && isAllowed)
    return isSeen || isAllowedNowhere(kind)
      ? []
      : [`no ${kind} was found where it belongs: the search is blind`]
  })

/** Kinds of which a run that should meet all has met none. */
export const unplantedKinds = (canaries: readonly PlantedSecret[]): string[] =>
  secretKinds
    .filter((kind) => !canaries.some((canary) => canary.kind === kind))
    .map((kind) => `no ${kind} was planted`)

const unplaced = (places: readonly SearchedLocation[]): string[] =>
  places
    .filter(({ name }) => !groups.some(([, has]) => has(name)))
    .map(({ name }) => `${name} is in no column of the table`)

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((text, i) => text.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
