/** The parts of a CycloneDX document that are read here. npm writes more, which stays. */
export interface BillOfMaterials {
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

export interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly licenses?: readonly License[]
}

type License =
  | { readonly license: { readonly id?: string; readonly name?: string } }
  | { readonly expression: string }

/** package-lock.json, as far as it says which package needs which. */
export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

interface LockedPackage {
  /** Of a workspace, or of a package that is installed under another name. */
  readonly name?: string
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

interface Installed extends LockedPackage {
  /** From the root, such as `server` or `node_modules/pg`. */
  readonly path: string
}

/** The packages of the lock file by name and version, as the document refers to them. */
export function installedPackages({ packages }: LockFile): ReadonlyMap<string, Installed> {
  const refOf = (path: string, { name, version }: LockedPackage): string =>
    `${name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`
  // The first of several copies of one version, which are equal.
  const all = Object.entries(packages).map(
    ([path, locked]) => [refOf(path, locked), { ...locked, path }] as const,
  )
  return new Map(all.toReversed())
}

const nameIn = (ref: string): string => ref.slice(0, ref.lastIndexOf('@'))

/** What a package needs when it runs, by name: neither development dependencies nor optional peers. */
function neededBy(locked: LockedPackage = {}): ReadonlySet<string> {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta } = locked
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers])
}

/** Workspaces whose code runs at users and operators. */
const shippedWorkspaces: ReadonlySet<string> = new Set(['server', 'cli', 'gateway', 'client'])

/**
 * The document without what does not ship. `npm sbom --omit dev` cannot be used for it: npm 11 leaves out what is also
 * a development dependency of another workspace, such as React and the client of the database. `ownLicense` is that of
 * our workspaces, which state none of their own.
 */
export function shippedPart<B extends BillOfMaterials>(all: B, lock: LockFile, ownLicense: string): B {
  const installed = installedPackages(lock)
  const edges = new Map(all.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const needs = (ref: string): readonly string[] => {
    const needed = neededBy(installed.get(ref))
    return (edges.get(ref) ?? []).filter((each) => needed.has(nameIn(each)))
  }

  // The runtime is an optional dependency of the root, one package for each platform. On macOS, which is for
  // development, nothing ships; the package for its ARM processors states no licence.
  const optional = Object.keys(lock.packages['']?.optionalDependencies ?? {})
  const runtimes = new Set(optional.filter((name) => !name.includes('darwin')))
  const waiting = all.components
    .map((component) => component['bom-ref'])
    .filter((ref) => shippedWorkspaces.has(installed.get(ref)?.path ?? '') || runtimes.has(nameIn(ref)))
  const shipped = new Set<string>()
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    if (shipped.has(ref)) continue
    shipped.add(ref)
    waiting.push(...needs(ref))
  }

  const isOwn = (ref: string): boolean => !installed.get(ref)?.path.startsWith('node_modules/')
  const licensed = (component: Component): Component =>
    isOwn(component['bom-ref']) ? { ...component, licenses: [{ license: { id: ownLicense } }] } : component
  return {
    ...all,
    components: all.components.filter((component) => shipped.has(component['bom-ref'])).map(licensed),
    dependencies: all.dependencies
      .filter(({ ref }) => shipped.has(ref))
      .map((each) => ({ ...each, dependsOn: needs(each.ref) })),
  }
}

/** Licences that allow to pass the product on under its own, with their texts beside it. */
const accepted: ReadonlySet<string> = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  // For fonts.
  'OFL-1.1',
])

/** The licences of a component as an SPDX expression; empty if it states none. */
export const licenseOf = ({ licenses = [] }: Component): string =>
  licenses
    .map((each) => ('expression' in each ? each.expression : (each.license.id ?? each.license.name ?? '')))
    .join(' AND ')

/** Whether an expression such as `(MIT OR GPL-3.0-only) AND ISC` leaves a choice that is accepted. */
function isAccepted(expression: string): boolean {
  const inner = /\(([^()]*)\)/.exec(expression)
  if (inner) return isAccepted(expression.replace(inner[0], isAccepted(inner[1] ?? '') ? 'MIT' : 'refused'))
  return expression
    .split(/ OR /i)
    .some((choice) => choice.split(/ AND /i).every((id) => accepted.has(id.trim())))
}

/** The components whose licence is missing or not accepted, one line each. */
export const licenseFaults = ({ components }: BillOfMaterials): readonly string[] =>
  components
    .map((component) => ({ ref: component['bom-ref'], license: licenseOf(component) }))
    .filter(({ license }) => !isAccepted(license))
    .map(({ ref, license }) => `${ref}: ${license === '' ? 'no licence' : `${license} is not accepted`}`)
