import { isAllowedNowhere, type PlantedSecret, secretKinds } from './planted-secrets.ts'
import type { SearchedLocation, SecretMatch } from './search.ts'

/** The columns of the report: groups of locations. */
const groups: readonly (readonly [name: string, has: (location: string) => boolean])[] = [
  ['log', (location) => location === 'log'],
  ['metrics', (location) => location === 'metrics'],
  ['messages', (location) => location === 'message'],
  ['aitai', (location) => location.startsWith('aitai ')],
  ['tables', (location) => /^[a-z_]+\.\w+$/.test(location)],
  ['files', (location) => location.startsWith('file ')],
  ['databases as bytes', (location) => location.startsWith('bytes ')],
  ['temporary files', (location) => location.startsWith('temporary ')],
]

export interface ScanReport {
  readonly lines: readonly string[]
  /** What is wrong, one line each. */
  readonly faults: readonly string[]
}

/**
 * The report of a search and its faults: secrets in forbidden locations, and kinds that the search should
 * have found.
 */
export function scanReport(
  secrets: readonly PlantedSecret[],
  locations: readonly SearchedLocation[],
  matches: readonly SecretMatch[],
): ScanReport {
  const rows = secretKinds.map((kind) => {
    const own = matches.filter(({ secret }) => secret.kind === kind)
    const count = secrets.filter((secret) => secret.kind === kind).length
    return [
      kind,
      String(count),
      ...groups.map(([, has]) => cell(own.filter(({ location }) => has(location)))),
    ]
  })
  const sizes = [
    'kilobytes',
    '',
    ...groups.map(([, has]) => kilobytes(locations.filter(({ name }) => has(name)))),
  ]
  const head = ['kind', 'planted', ...groups.map(([name]) => name)]
  const outside = matches.filter(({ isAllowed }) => !isAllowed)
  return {
    lines: table([head, ...rows, sizes]),
    faults: [...outside.map(faultOf), ...missingKinds(secrets, matches), ...withoutColumn(locations)],
  }
}

const times = (matches: readonly SecretMatch[]): number => matches.reduce((sum, hit) => sum + hit.times, 0)

/** The matches in allowed locations and, after a `!`, those in forbidden ones. */
function cell(matches: readonly SecretMatch[]): string {
  const [right, wrong] = [true, false].map((allowed) =>
    times(matches.filter((hit) => hit.isAllowed === allowed)),
  )
  return wrong ? `${right} !${wrong}` : right ? String(right) : '-'
}

const kilobytes = (locations: readonly SearchedLocation[]): string =>
  String(Math.round(locations.reduce((sum, { text }) => sum + text.length, 0) / 1_024))

const faultOf = ({ secret, location, form, times }: SecretMatch): string =>
  `${secret.kind} (${secret.what}) is in ${location}, ${form}, ${times} time${times === 1 ? '' : 's'}`

/** Kinds that are not found although a location must have them, which means that the search does not work. */
const missingKinds = (secrets: readonly PlantedSecret[], matches: readonly SecretMatch[]): string[] =>
  secretKinds.flatMap((kind) => {
    if (!secrets.some((secret) => secret.kind === kind)) return []
    const isFound = matches.some(({ secret, isAllowed }) => secret.kind === kind && isAllowed)
    return isFound || isAllowedNowhere(kind)
      ? []
      : [`no ${kind} was found in an allowed location: the search does not work`]
  })

/** Kinds that were not planted although a full run plants all. */
export const unplantedKinds = (secrets: readonly PlantedSecret[]): string[] =>
  secretKinds
    .filter((kind) => !secrets.some((secret) => secret.kind === kind))
    .map((kind) => `no ${kind} was planted`)

const withoutColumn = (locations: readonly SearchedLocation[]): string[] =>
  locations
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
