import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BillOfMaterials, type LockFile, shippedPart } from './shipped.ts'

const root = join(import.meta.dirname, '../..')
const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'))

export const lockFile = (): LockFile => read('package-lock.json') as LockFile

/** What ships, on all platforms. `npm` runs npm in the root of the repository and returns what it prints. */
export function shippedBill(npm: (args: readonly string[], root: string) => string): BillOfMaterials {
  const printed = npm(['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], root)
  const { license } = read('package.json') as { readonly license: string }
  return shippedPart(JSON.parse(printed) as BillOfMaterials, lockFile(), license)
}
